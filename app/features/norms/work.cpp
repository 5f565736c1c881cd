// Norm analysis: models with norms in other places are trained, for the view Norms.
#include "app/features/norms/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/norm_experiment.h"

namespace attnlab {
namespace {

class NormAnalysis final : public Analysis {
 public:
  explicit NormAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// The experiment continues whatever view is on the stage, until it ends or is switched off.
  void update(const AnalysisInput& input) override {
    job_.take();
    const NormsChoice& choice = input.state.choices.of<NormsChoice>();
    const Experiment& open = input.model.experiment;
    if (!choice.experiment || !open.task || !has_norms_to_place(open.preset.model)) return clear();
    const NormExperimentSettings wanted{choice.layers, choice.steps};
    job_.ask(wanted, [open, wanted, device = device_](const StopToken& stop, const auto& tell) {
      return norm_experiment(open, wanted, stop, tell, device);
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  AttentionDeviceChoice device_;
  GrowingJob<NormExperimentSettings, NormExperiment> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_norm_analysis(const AnalysisTools& tools) {
  return std::make_unique<NormAnalysis>(tools);
}

}  // namespace attnlab
