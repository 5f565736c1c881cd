// The view Norms: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/norms/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/norm_experiment.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

class NormAnalysis final : public Analysis {
 public:
  explicit NormAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// The experiment continues with any view on the stage, until it ends or is switched off.
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

std::unique_ptr<Analysis> make_norm_analysis(const AnalysisTools& tools) {
  return std::make_unique<NormAnalysis>(tools);
}

Fields norms_fields(Choices& choices) {
  NormsChoice& c = choices.of<NormsChoice>();
  return {{"norm", &c.norm, tr_mark("the selected norm")},
          {"part", &c.part, tr_mark("what is shown"), {}, {}, {"tokens", "layers", "kinds", "depth"}},
          {"statistic",
           &c.statistic,
           tr_mark("statistic of each token in each layer"),
           {},
           {},
           {"mean", "deviation", "size"}},
          {"experiment", &c.experiment, tr_mark("whether pre- and post-norm models are trained")},
          {"steps", &c.steps, tr_mark("training steps of the experiment"), 1, 5000},
          {"layers", &c.layers, tr_mark("layers of the models in the experiment"), 2, 16}};
}

std::string_view no_norms(const ModelConfig&) { return tr_mark("it does not have norms"); }

void forget_norms(Choices& choices) { choices.of<NormsChoice>().norm.clear(); }

}  // namespace

namespace norms {

const Feature kFeature = {.name = "norms",
                          .title = tr_mark("Norms"),
                          .group = &kPassGroup,
                          .term = "layer normalization",
                          .key = "5",
                          .shared = {.layers = true, .matrices = true},
                          .options = norms_fields,
                          .forget_model = forget_norms,
                          .offered = is_transformer,
                          .why_not = no_norms,
                          .analysis = make_norm_analysis};

}  // namespace norms

}  // namespace attnlab
