// Token analysis: other levels of tokens than the model's, for the view Tokens.
#include "app/features/tokens/choice.h"
#include "app/features/tokens/chosen.h"
#include "app/features/tokens/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"

namespace attnlab {
namespace {

class TokenAnalysis final : public Analysis {
 public:
  explicit TokenAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  /// Once for each text of a model.
  void update(const AnalysisInput& input) override {
    job_.take();
    if (!on_stage(input.state, tokens::kFeature) || !tokens::kFeature.offered(input.trace->config())) return;
    const Experiment& open = input.model.experiment;
    const TextSide side = token_side(input.state, *input.trace);
    job_.ask(
        {open.vocabularies, side},
        [task = open.task, config = open.preset.task, vocabularies = open.vocabularies,
         side](const StopToken& stop) {
          return ShownLevels{vocabularies, side,
                             learn_levels(task.get(), config, vocabularies, text_of_side(side), stop)};
        },
        WhenBusy::Restart);
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<std::pair<std::shared_ptr<const Vocabularies>, TextSide>, ShownLevels> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_token_analysis(const AnalysisTools& tools) {
  return std::make_unique<TokenAnalysis>(tools);
}

}  // namespace attnlab
