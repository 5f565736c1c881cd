// Whether the lesson waits for a prediction: then views do not show what they have found.
#pragma once

#include <algorithm>

#include "app/state/view_model.h"

namespace attnlab {

inline bool is_prediction_open(const ViewModel& model) {
  if (!model.lesson) return false;
  const auto exercises = model.lesson->step().exercises();
  return std::ranges::any_of(exercises, [&](const Exercise* exercise) {
    const Attempt attempt = model.lesson->attempt(exercise->id);
    return exercise->kind->name == "predict" && attempt.state == Attempt::State::Open && !attempt.skipped;
  });
}

}  // namespace attnlab
