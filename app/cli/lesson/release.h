// Lesson release: the copy without solutions that students get.
#pragma once

#include "app/cli/lesson/lesson_options.h"

namespace attnlab {

/// Prints the copy of a lesson, or writes it to a file; of a folder, of each lesson in it into another
/// folder. Throws std::invalid_argument for what is no lesson and for copies that would replace the lesson
/// itself.
int release_lesson(const LessonOptions& options);

}  // namespace attnlab
