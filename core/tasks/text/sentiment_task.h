// SentimentTask: is a short review positive or negative?
#pragma once

#include "core/tasks/base/list_task.h"

namespace attnlab {

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

}  // namespace attnlab
