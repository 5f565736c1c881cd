// Lesson pack: a lesson and its own files as one file.
#pragma once

#include "app/cli/lesson/lesson_options.h"

namespace attnlab {

/// Packs the lesson of a folder, or a lesson's file, with the files that its commands read, and no others.
/// Throws std::invalid_argument for a folder with none or several lessons, for files that are not there or no
/// plain ones, and for more than a pack holds; std::runtime_error for a file that cannot be written.
int pack_lesson(const LessonOptions& options);

}  // namespace attnlab
