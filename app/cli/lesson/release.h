// Lesson release: the copy without solutions that students get.
#pragma once

#include "app/cli/lesson/lesson_options.h"

namespace attnlab {

/// Prints the copy of a lesson, or writes it to a file; for a folder, writes copies of all lessons in it to
/// another folder. Throws std::invalid_argument for what is not a lesson, and for copies that would replace
/// the lesson itself.
int release_lesson(const LessonOptions& options);

}  // namespace attnlab
