// Shuffle analysis: the pass with its words in another order, for the view Positions.
#include "app/features/positions/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/shuffle_test.h"

namespace attnlab {
namespace {

class ShuffleAnalysis final : public Analysis {
 public:
  explicit ShuffleAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    job_.take();
    const PositionsChoice& choice = input.state.choices.of<PositionsChoice>();
    if (!choice.shuffle || !on_stage(input.state, positions::kFeature) ||
        !is_transformer(input.trace->config()))
      return;
    job_.ask({input.trace, choice.order},
             [tracer = input.model.tracer, trace = input.trace, request = input.request,
              order = choice.order](StopToken) { return shuffle_test(*tracer, *trace, *request, order); });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<std::pair<TracePtr, Index>, ShuffleTest> job_;  ///< by trace and order of words
};

}  // namespace

std::unique_ptr<Analysis> make_shuffle_analysis(const AnalysisTools& tools) {
  return std::make_unique<ShuffleAnalysis>(tools);
}

}  // namespace attnlab
