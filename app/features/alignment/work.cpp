// Length analysis: trains a fixed vector and attention for the view Alignment, and compares them by length.
#include "app/features/alignment/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/length_experiment.h"

namespace attnlab {
namespace {

class LengthAnalysis final : public Analysis {
 public:
  explicit LengthAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// What was begun goes on whatever view is on the stage, until it ends or is switched off.
  void update(const AnalysisInput& input) override {
    job_.take();
    const AlignmentChoice& choice = input.state.choices.of<AlignmentChoice>();
    const Experiment& open = input.model.experiment;
    if (!choice.experiment || !open.task || !has_lengths_to_compare(open.preset.model)) return clear();
    job_.ask(choice.lengths,
             [open, wanted = choice.lengths, device = device_](const StopToken& stop, const auto& tell) {
               return length_experiment(open, wanted, stop, tell, device);
             });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  AttentionDeviceChoice device_;
  GrowingJob<LengthSettings, LengthExperiment> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_length_analysis(const AnalysisTools& tools) {
  return std::make_unique<LengthAnalysis>(tools);
}

}  // namespace attnlab
