// Contribution analysis: the parts of the logit that the view Contributions shows, now and at past
// steps.
#include "app/features/contributions/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"

namespace attnlab {
namespace {

class ContributionAnalysis final : public Analysis {
 public:
  explicit ContributionAnalysis(const AnalysisTools& tools) : job_(tools.wake), past_(tools.wake) {}

  /// Once a frame: takes finished sums, and starts those that the view on screen needs.
  void update(const AnalysisInput& input) override;
  void clear() override {
    job_.clear();
    past_.clear();
    course_ = nullptr;
  }

  void publish(Results& results) const override {
    results.set(job_.result(), first_error({job_.error(), past_.error()}), job_.busy());
    results.set(course_);
  }
  bool busy() const override { return job_.busy() || past_.busy(); }

 private:
  /// The question to the past steps.
  struct Question {
    PassQuestion pass;
    std::string word, against;  ///< as they were typed
    AskedLogit asked;
    friend bool operator==(const Question&, const Question&) = default;
  };
  void update_course(const AnalysisInput& input, const AskedLogit& asked);

  LatestJob<std::pair<TracePtr, AskedLogit>, Contributions> job_;
  Course<Question, Contributions> past_;
  std::shared_ptr<const ContributionCourse> course_;
};

/// The most past steps that are computed.
constexpr std::size_t kMostSplitSteps = 48;

}  // namespace

void ContributionAnalysis::update(const AnalysisInput& input) {
  job_.take();
  if (!on_stage(input.state, contributions::kFeature) ||
      !contributions::kFeature.offered(input.trace->config()))
    return past_.rest();
  const AskedLogit asked =
      asked_logit(input.state, *input.trace, input.model.experiment.vocabularies->target);
  job_.ask({input.trace, asked},
           [trace = input.trace, asked](StopToken) { return split_logit(*trace, asked); });
  if (!input.state.choices.of<ContributionsChoice>().shows_course()) return past_.rest();
  update_course(input, asked);
}

/// While the model trains, its most probable token may change; the history keeps the token that it has.
void ContributionAnalysis::update_course(const AnalysisInput& input, const AskedLogit& asked) {
  const ContributionsChoice& choice = input.state.choices.of<ContributionsChoice>();
  const Question* const before = past_.question() ? &*past_.question() : nullptr;
  Question next{pass_question(input, *input.request, before ? &before->pass : nullptr), choice.word,
                choice.against, asked};
  if (before && input.changes() && before->pass == next.pass && before->word == next.word &&
      before->against == next.against && before->asked.position == asked.position)
    next.asked = before->asked;
  past_.update(input, next, {.now = false, .kept = kMostSplitSteps},
               [tracer = input.model.tracer, request = next.pass.read, of = next.asked](
                   const SnapshotPtr& snapshot, const StopToken&) {
                 return split_logit(*tracer->trace(snapshot, request), of);
               });
  publish_changed(course_, ContributionCourse{next.asked, known_steps(past_.kept())});
}

std::unique_ptr<Analysis> make_contribution_analysis(const AnalysisTools& tools) {
  return std::make_unique<ContributionAnalysis>(tools);
}

}  // namespace attnlab
