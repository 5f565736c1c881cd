// A field for a number, as an answer.
#pragma once

#include "app/views/lesson/exercise_forms.h"

namespace attnlab {

/// True when Enter was pressed. Script name: lesson.ID.field.
bool draw_number_field(const ExerciseFrame& frame);
/// Nothing while no number is typed.
std::optional<Answer> number_answer(const ExerciseFrame& frame);

}  // namespace attnlab
