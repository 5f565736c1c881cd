// Looked at: the weights on screen, as analyses follow them.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/at_step.h"
#include "app/state/by_step.h"
#include "core/trace/same_target.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {

/// The weights on screen; while these change, newer ones only every quarter of a second. Used by the screen's
/// thread alone.
class LookedAt {
 public:
  const SnapshotPtr& at(const AnalysisInput& input) {
    constexpr std::chrono::milliseconds kLook{250};
    const auto now = std::chrono::steady_clock::now();
    const SnapshotPtr& shown = input.trace->snapshot();
    if (snapshot_ == shown || (input.changes() && snapshot_ && now < since_ + kLook)) return snapshot_;
    since_ = now;
    return snapshot_ = shown;
  }
  void clear() { snapshot_ = nullptr; }

 private:
  SnapshotPtr snapshot_;
  std::chrono::steady_clock::time_point since_{};
};

/// Which steps a course computes.
struct CourseSteps {
  bool now = true;       ///< the weights on screen
  std::size_t kept = 0;  ///< stored steps, at most
  bool waits = false;    ///< stored steps have the values that are known, and no others are computed
};

/// The values answer one question, with ==: all that they depend on beside the weights. Used by the screen's
/// thread alone, which never waits.
template <typename Question, typename Value>
class Course {
 public:
  using Work = typename ByStep<Value>::Work;

  explicit Course(std::function<void()> wake) : values_(std::move(wake)) {}

  /// Once a frame where the values are shown. Another question begins anew.
  void update(const AnalysisInput& input, Question question, const CourseSteps& steps, const Work& work) {
    if (question_ != question) clear(), question_ = std::move(question);
    std::vector<StatePtr> states;
    if (steps.kept > 0 && input.timeline && !input.timeline->states.empty())
      states = spaced_states(*input.timeline, steps.kept, input.learns ? Newest::IfSpaced : Newest::Always);
    std::vector<SnapshotPtr> wanted;
    if (steps.now) wanted.push_back(looked_at_.at(input));
    if (!steps.waits)
      for (const std::size_t i : coarse_first(states.size())) wanted.push_back(states[i]->snapshot);
    values_.update(wanted, work, input.learns ? WorkPace::Gentle : WorkPace::Full);
    if (steps.now)
      if (const auto found = values_.find(wanted.front())) now_ = {wanted.front()->step, found};
    kept_.clear();
    for (const StatePtr& state : states) kept_.push_back({state->step(), values_.find(state->snapshot)});
  }
  /// Once a frame elsewhere.
  void rest() { values_.update({}, {}); }

  void clear() {
    values_.clear();
    looked_at_.clear();
    question_.reset();
    now_ = {};
    kept_.clear();
  }

  /// What the values answer.
  const std::optional<Question>& question() const { return question_; }
  /// The newest value of the weights on screen, which may be newer.
  const AtStep<Value>& now() const { return now_; }
  /// The stored steps in rising order, without a value where it is not yet computed.
  const std::vector<AtStep<Value>>& kept() const { return kept_; }
  /// Grows with each new value.
  std::uint64_t version() const { return values_.version(); }
  bool busy() const { return values_.busy(); }
  const std::string& error() const { return values_.error(); }

 private:
  LookedAt looked_at_;
  std::optional<Question> question_;
  AtStep<Value> now_;
  std::vector<AtStep<Value>> kept_;
  ByStep<Value> values_;
};

/// A pass as that on screen, as a question to past steps.
struct PassQuestion {
  std::shared_ptr<const Model> model;
  TraceRequest wanted;  ///< as the pass was asked for
  TraceRequest read;    ///< with the target that it had
  friend bool operator==(const PassQuestion&, const PassQuestion&) = default;
};

/// A target that the model on screen generates changes as it learns: the question keeps the one of `before`;
/// null: none.
inline PassQuestion pass_question(const AnalysisInput& input, TraceRequest wanted,
                                  const PassQuestion* before) {
  wanted.gradients = false;
  TraceRequest read = with_same_target(*input.trace, wanted);
  PassQuestion next{input.model.experiment.model, std::move(wanted), std::move(read)};
  if (before && input.changes() && before->model == next.model && before->wanted == next.wanted)
    next.read = before->read;
  return next;
}

/// Puts `next` in the place of results that it differs from.
template <typename Results>
void publish_changed(std::shared_ptr<const Results>& results, Results next) {
  if (!results || !(*results == next)) results = std::make_shared<const Results>(std::move(next));
}

/// The first of these errors that says something.
inline std::string first_error(std::initializer_list<std::string_view> errors) {
  const auto found = std::ranges::find_if(errors, [](std::string_view error) { return !error.empty(); });
  return found == errors.end() ? "" : std::string(*found);
}

}  // namespace attnlab
