// Residual analyses: the logit lens over the pass on screen and over past steps, for the view Residual
// stream.
#include <cmath>
#include <optional>

#include "app/features/residual/choice.h"
#include "app/features/residual/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/by_step.h"
#include "core/models/model.h"
#include "core/trace/same_target.h"

namespace attnlab {
namespace {

class ResidualAnalyses final : public Analysis {
 public:
  explicit ResidualAnalyses(const AnalysisTools& tools) : pass_(tools.wake), course_(tools.wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return pass_.busy() || course_.busy(); }

 private:
  /// What the past steps read.
  struct CourseKey {
    std::shared_ptr<const Model> model;
    TraceRequest wanted;  ///< as the pass on screen was asked for
    TraceRequest read;    ///< with the target of that pass
  };
  void update_course(const AnalysisInput& input);
  void make_results(const TimelinePtr& timeline);

  LatestJob<TracePtr, ResidualPass> pass_;
  ByStep<Lens> course_;
  std::optional<CourseKey> course_of_;
  TimelinePtr published_of_;
  std::uint64_t published_version_ = 0;
  std::shared_ptr<const ResidualResults> results_;
};

/// Past steps that are read, at equal distances among all of them.
constexpr std::size_t kMostLensSteps = 48;
constexpr Index kLensWords = 12;

std::vector<SnapshotPtr> lens_snapshots(const TimelinePtr& timeline) {
  std::vector<SnapshotPtr> all;
  if (!timeline) return all;
  const std::size_t count = timeline->states.size(), taken = std::min(count, kMostLensSteps);
  for (std::size_t i = 0; i < taken; ++i)
    all.push_back(timeline->states[taken > 1 ? i * (count - 1) / (taken - 1) : 0]->snapshot);
  return all;
}

/// Whether the probabilities of the pass are others than those of the lens's last row.
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
  if (!on_stage(input.state, residual::kFeature) || !has_lens(input.trace->config()))
    return course_.update({}, {});
  pass_.ask(input.trace, [trace = input.trace](StopToken) { return residual_pass(trace); });
  if (input.state.choices.of<ResidualChoice>().shows_words()) {
    update_course(input);
  } else {
    course_.update({}, {});
  }
  make_results(input.timeline);
}

/// A target that the model on screen generates changes as it learns: the course keeps the one that it has.
void ResidualAnalyses::update_course(const AnalysisInput& input) {
  const std::shared_ptr<const Model> model = input.model.experiment.model;
  TraceRequest wanted = *input.request, read = with_same_target(*input.trace, wanted);
  wanted.gradients = false;
  const bool same = course_of_ && course_of_->model == model && course_of_->wanted == wanted &&
                    (input.changes() || course_of_->read == read);
  if (!same) {
    course_.clear();
    course_of_ = {model, std::move(wanted), std::move(read)};
  }
  course_.update(
      lens_snapshots(input.timeline),
      [tracer = input.model.tracer, request = course_of_->read](const SnapshotPtr& snapshot,
                                                                const StopToken&) {
        return logit_lens(*tracer->trace(snapshot, request), 1);
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
}

void ResidualAnalyses::make_results(const TimelinePtr& timeline) {
  const std::string& error = pass_.error().empty() ? course_.error() : pass_.error();
  if (results_ && results_->pass == pass_.result() && results_->error == error &&
      published_version_ == course_.version() && published_of_ == timeline)
    return;
  ResidualResults next{pass_.result(), {}, results_ ? results_->version + 1 : 1, error};
  for (const SnapshotPtr& snapshot : lens_snapshots(timeline))
    if (const auto lens = course_.find(snapshot)) next.course.push_back({snapshot->step, lens});
  published_version_ = course_.version();
  published_of_ = timeline;
  results_ = std::make_shared<const ResidualResults>(std::move(next));
}

void ResidualAnalyses::clear() {
  pass_.clear();
  course_.clear();
  course_of_.reset();
  published_of_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_residual_analyses(const AnalysisTools& tools) {
  return std::make_unique<ResidualAnalyses>(tools);
}

}  // namespace attnlab
