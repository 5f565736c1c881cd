// Exercise reader: the fields of a block as an exercise or a figure.
#pragma once

#include "app/lessons/fields.h"
#include "app/lessons/lesson.h"

namespace attnlab {

/// Throws LessonError for a missing, an unknown or a faulty field.
Exercise read_exercise(const ExerciseKind& kind, int line, const std::vector<LessonField>& fields);
LessonFigure read_figure(int line, const std::vector<LessonField>& fields);

}  // namespace attnlab
