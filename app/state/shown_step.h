// Shown step: what a learner sees of a step while a prediction in it waits for its answer.
#pragma once

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

#include "app/lessons/exercise_kind.h"
#include "app/state/lesson_view.h"

namespace attnlab {

/// Whether the rest of the step waits for this block: for a prediction, whose commands show what is true,
/// until it is answered or skipped. A teacher sees the whole step.
inline bool holds_back(const LessonView& view, const LessonBlock& block) {
  const auto* const exercise = std::get_if<Exercise>(&block);
  if (!exercise || view.teacher) return false;
  if (std::ranges::count(exercise->kind->needed, ExercisePart::Then) == 0) return false;
  const Attempt attempt = view.attempt(exercise->id);
  return attempt.tries == 0 && !attempt.done() && !attempt.skipped;
}

/// The blocks of the step up to the first prediction that waits for its answer.
inline std::span<const LessonBlock> open_blocks(const LessonView& view) {
  const std::vector<LessonBlock>& all = view.step().blocks;
  const auto last =
      std::ranges::find_if(all, [&](const LessonBlock& block) { return holds_back(view, block); });
  return {all.begin(), last == all.end() ? last : last + 1};
}

/// The exercises among them, in their order.
inline std::vector<const Exercise*> open_exercises(const LessonView& view) {
  std::vector<const Exercise*> exercises;
  for (const LessonBlock& block : open_blocks(view))
    if (const auto* const exercise = std::get_if<Exercise>(&block)) exercises.push_back(exercise);
  return exercises;
}

}  // namespace attnlab
