// Lesson print: a lesson as a handout, Markdown with figures.
#pragma once

#include "app/cli/lesson/lesson_options.h"

namespace attnlab {

/// Plays the lesson without a window, and writes ID.md, or ID-answers.md, and a figure ID-N.svg for each of
/// the lesson's into the folder. Throws std::invalid_argument "FILE:LINE: …" for a step that cannot be set,
/// and std::runtime_error for a file that cannot be written.
int print_lesson(const LessonOptions& options);

}  // namespace attnlab
