// Contribution analysis: the parts of the logit that the view Contributions asks about, now and at past
// steps.
#include <optional>

#include "app/features/contributions/choice.h"
#include "app/features/contributions/chosen.h"
#include "app/features/contributions/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/by_step.h"
#include "core/trace/same_target.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {
namespace {

class ContributionAnalysis final : public Analysis {
 public:
  explicit ContributionAnalysis(const AnalysisTools& tools) : job_(tools.wake), past_(tools.wake) {}

  /// Once a frame: takes finished sums, and begins those that the view on the stage needs.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override {
    results.set(job_.result(), job_.error().empty() ? past_.error() : job_.error(), job_.busy());
    results.set(course_);
  }
  bool busy() const override { return job_.busy() || past_.busy(); }

 private:
  /// What the past steps are asked.
  struct CourseKey {
    std::shared_ptr<const Model> model;
    TraceRequest wanted;        ///< as the pass on screen was asked for
    TraceRequest read;          ///< with the target of that pass
    std::string word, against;  ///< as they were named
    AskedLogit asked;
  };
  void update_course(const AnalysisInput& input, const AskedLogit& asked);
  void publish_course(const TimelinePtr& timeline);

  LatestJob<std::pair<TracePtr, AskedLogit>, Contributions> job_;
  ByStep<Contributions> past_;
  std::optional<CourseKey> course_of_;
  TimelinePtr published_of_;
  std::uint64_t published_version_ = 0;
  std::shared_ptr<const ContributionCourse> course_;
};

/// Past steps that are asked.
constexpr std::size_t kMostSplitSteps = 48;

std::vector<SnapshotPtr> split_steps(const TimelinePtr& timeline) {
  std::vector<SnapshotPtr> wanted;
  if (!timeline || timeline->states.empty()) return wanted;
  const std::vector<StatePtr> states = spaced_states(*timeline, kMostSplitSteps, Newest::IfSpaced);
  for (const std::size_t i : coarse_first(states.size())) wanted.push_back(states[i]->snapshot);
  return wanted;
}

}  // namespace

void ContributionAnalysis::update(const AnalysisInput& input) {
  job_.take();
  if (!on_stage(input.state, contributions::kFeature) ||
      !contributions::kFeature.offered(input.trace->config()))
    return past_.update({}, {});
  const AskedLogit asked =
      asked_logit(input.state, *input.trace, input.model.experiment.vocabularies->target);
  job_.ask({input.trace, asked},
           [trace = input.trace, asked](StopToken) { return split_logit(*trace, asked); });
  if (!input.state.choices.of<ContributionsChoice>().shows_course()) return past_.update({}, {});
  update_course(input, asked);
  publish_course(input.timeline);
}

/// While the model learns, the word that it finds likeliest and the target that it generates may change: the
/// course keeps those that it has.
void ContributionAnalysis::update_course(const AnalysisInput& input, const AskedLogit& asked) {
  const ContributionsChoice& choice = input.state.choices.of<ContributionsChoice>();
  CourseKey next{input.model.experiment.model,
                 *input.request,
                 with_same_target(*input.trace, *input.request),
                 choice.word,
                 choice.against,
                 asked};
  next.wanted.gradients = next.read.gradients = false;
  const bool same_question = course_of_ && course_of_->model == next.model &&
                             course_of_->wanted == next.wanted && course_of_->word == next.word &&
                             course_of_->against == next.against &&
                             course_of_->asked.position == asked.position;
  const bool same_answer = same_question && course_of_->read == next.read && course_of_->asked == asked;
  if (!(same_answer || (same_question && input.changes()))) {
    past_.clear();
    course_of_ = std::move(next);
  }
  past_.update(
      split_steps(input.timeline),
      [tracer = input.model.tracer, request = course_of_->read, of = course_of_->asked](
          const SnapshotPtr& snapshot, const StopToken&) {
        return split_logit(*tracer->trace(snapshot, request), of);
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
}

void ContributionAnalysis::publish_course(const TimelinePtr& timeline) {
  if (course_ && published_version_ == past_.version() && published_of_ == timeline) return;
  ContributionCourse next{course_of_->asked, {}};
  if (timeline && !timeline->states.empty())
    for (const StatePtr& state : spaced_states(*timeline, kMostSplitSteps, Newest::IfSpaced))
      if (const auto found = past_.find(state->snapshot)) next.steps.push_back({state->step(), found});
  published_version_ = past_.version();
  published_of_ = timeline;
  course_ = std::make_shared<const ContributionCourse>(std::move(next));
}

void ContributionAnalysis::clear() {
  job_.clear();
  past_.clear();
  course_of_.reset();
  published_of_ = nullptr;
  course_ = nullptr;
}

std::unique_ptr<Analysis> make_contribution_analysis(const AnalysisTools& tools) {
  return std::make_unique<ContributionAnalysis>(tools);
}

}  // namespace attnlab
