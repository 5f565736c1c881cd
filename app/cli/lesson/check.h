// Lesson check: plays a lesson without a window, with correct and incorrect answers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lessons/fault.h"
#include "app/lessons/lesson.h"
#include "app/state/view_model.h"

namespace attnlab {

/// What the check of a lesson found: the lesson is fine if `problems` is empty.
struct LessonCheck {
  std::vector<std::string> problems;  ///< "FILE:LINE: …", one line each
  int steps = 0, exercises = 0;       ///< that were played
  double seconds = 0;
};

/// All problems of a file that cannot be read as a lesson, in the order of its lines; none if it can be read.
std::vector<std::string> reading_problems(const LessonReading& reading);

/// Plays every step: its commands must succeed; each question must judge a correct answer correct and an
/// incorrect one incorrect; each task must be open before its own commands do it, and done after. `seed`
/// replaces the seed of the lesson.
LessonCheck check_lesson(const Lesson& lesson, int seed);

/// Checks that the pass on screen has the matrix that a figure shows. Throws std::invalid_argument.
void check_figure(const ViewModel& now, const LessonFigure& figure);

/// What a lesson of the program must have but this one lacks: a question that people ask, two predictions,
/// one question "why", and its sources. One line each.
std::vector<std::string> missing_from(const Lesson& lesson);

}  // namespace attnlab
