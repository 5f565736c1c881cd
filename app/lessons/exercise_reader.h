// Exercise reader: the fields of a block as an exercise or a figure.
#pragma once

#include <vector>

#include "app/lessons/fields.h"
#include "app/lessons/lesson.h"

namespace attnlab {

/// Reads an exercise as far as possible. Each missing, unknown or faulty field is a fault.
Exercise read_exercise(const ExerciseKind& kind, int line, const std::vector<LessonField>& fields,
                       LessonFaults& faults);

/// The block's lines as a released lesson has them: without what a learner is to find out, which is "?"
/// there. Each field says so where it is declared. `exercise` was read from `fields`.
std::vector<std::string> released_lines(const Exercise& exercise, const std::vector<LessonField>& fields);

/// Reads a figure in the same way.
LessonFigure read_figure(int line, const std::vector<LessonField>& fields, LessonFaults& faults);

}  // namespace attnlab
