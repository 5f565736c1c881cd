// SentimentTask: is a short review positive or negative?
#include <algorithm>
#include <unordered_set>

#include "core/language/messages.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/base/split.h"
#include "core/tasks/base/task_kind.h"
#include "core/tasks/phrases/review_grammar.h"

namespace attnlab {
namespace {

/// Reviews made of claims: adjectives of praise and blame, turned round by "not", weakened or strengthened,
/// and spoilt by "too"; what follows "but" decides, and what follows "although" does not. A share of the
/// combinations of a modifier and an adjective is held out: no review with one of them is trained on, so
/// "not" must have been learned from other words.
class SentimentTask final : public ListTask {
 public:
  static constexpr Index kReviews = 12000;

  explicit SentimentTask(const TaskConfig& config);
  Example sample_example() const override;

 private:
  explicit SentimentTask(SplitExamples examples);
};

/// Reviews of held-out combinations on one side, of none on the other.
SplitExamples reviews(double share) {
  const HeldOut held_out(share);
  const auto is_new = [&](const std::string& combination) {
    return !combination.empty() && held_out.split_of(combination) == Split::Validation;
  };
  RandomStream random(0x5EED0F5E471);
  SplitExamples splits;
  std::unordered_set<std::string> seen;
  while (count_of(seen) < SentimentTask::kReviews) {
    const phrases::Review review = phrases::draw_review(random);
    if (!seen.insert(review.text).second) continue;
    const bool held = std::ranges::any_of(review.combinations, is_new);
    splits[held ? 1 : 0].push_back({review.text, review.positive ? "positive" : "negative", {}});
  }
  if (splits[0].empty() || splits[1].empty()) refuse_empty_split();
  return splits;
}

SentimentTask::SentimentTask(const TaskConfig& config) : SentimentTask(reviews(config.validation_share)) {}

SentimentTask::SentimentTask(SplitExamples examples)
    : ListTask(Format::Class, words_of_sources(examples, kFramingTokens), labels_of_targets(examples),
               std::move(examples)) {}

Example SentimentTask::sample_example() const {
  const std::vector<Example>& all = examples(Split::Validation);
  const auto found = std::ranges::find_if(all, [](const Example& e) {
    return e.source.find(" not ") != e.source.npos && e.source.find(" but ") != e.source.npos;
  });
  return found == all.end() ? all.front() : *found;
}

}  // namespace

extern const TaskKind kSentimentTask = {
    .name = "sentiment", .title = tr_mark("sentiment"), .make = make_as<SentimentTask>};

}  // namespace attnlab
