// Residual analyses: the logit lens over the pass on screen and over past steps, for the view Residual
// stream.
#include <cmath>

#include "app/features/residual/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

class ResidualAnalyses final : public Analysis {
 public:
  explicit ResidualAnalyses(const AnalysisTools& tools) : pass_(tools.wake), course_(tools.wake) {}

  /// Once a frame: takes finished values and continues with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override {
    pass_.clear();
    course_.clear();
    results_ = nullptr;
  }

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return pass_.busy() || course_.busy(); }

 private:
  void update_course(const AnalysisInput& input);

  LatestJob<TracePtr, ResidualPass> pass_;
  Course<PassQuestion, Lens> course_;
  std::shared_ptr<const ResidualResults> results_;
};

/// Past steps that are read.
constexpr std::size_t kMostLensSteps = 48;
constexpr Index kLensWords = 12;

/// Whether the probabilities of the pass differ from the last row of the lens.
bool is_changed_after(const Trace& trace, const Lens& lens) {
  const TraceTensor* const said =
      trace.find(Place().inside(model_sites::kOutput), output_sites(trace.config()).probabilities);
  const auto words = static_cast<std::size_t>(trace.config().target_vocabulary);
  const std::vector<LensCell>& cells = lens.rows.back().cells;
  if (trace.edits.empty() || !said || said->value.size() != cells.size() * words) return false;
  for (std::size_t t = 0; t < cells.size(); ++t) {
    const LensWord& first = cells[t].top.front();
    const auto found = static_cast<double>(said->value[t * words + static_cast<std::size_t>(first.token)]);
    if (!(std::abs(found - first.probability) < 1e-3)) return true;
  }
  return false;
}

ResidualPass residual_pass(const TracePtr& trace) {
  ResidualPass pass{trace, residual_states(*trace), logit_lens(*trace, kLensWords)};
  for (const StreamState& state : pass.states) {
    pass.sizes.push_back(row_sizes(*state.sum));
    pass.added.push_back(row_sizes(*state.addition));
  }
  pass.says_otherwise = is_changed_after(*trace, pass.lens);
  return pass;
}

}  // namespace

void ResidualAnalyses::update(const AnalysisInput& input) {
  pass_.take();
  if (!on_stage(input.state, residual::kFeature) || !has_lens(input.trace->config())) return course_.rest();
  pass_.ask(input.trace, [trace = input.trace](StopToken) { return residual_pass(trace); });
  if (input.state.choices.of<ResidualChoice>().shows_words()) {
    update_course(input);
  } else {
    course_.rest();
  }
  publish_changed(results_, ResidualResults{pass_.result(), known_steps(course_.kept()),
                                            first_error({pass_.error(), course_.error()})});
}

void ResidualAnalyses::update_course(const AnalysisInput& input) {
  const PassQuestion question =
      pass_question(input, *input.request, course_.question() ? &*course_.question() : nullptr);
  course_.update(
      input, question, {.now = false, .kept = kMostLensSteps},
      [tracer = input.model.tracer, request = question.read](const SnapshotPtr& snapshot, const StopToken&) {
        return logit_lens(*tracer->trace(snapshot, request), 1);
      });
}

std::unique_ptr<Analysis> make_residual_analyses(const AnalysisTools& tools) {
  return std::make_unique<ResidualAnalyses>(tools);
}

}  // namespace attnlab
