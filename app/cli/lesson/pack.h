// Lesson pack: a lesson and its own files as one file.
#pragma once

#include "app/cli/lesson/lesson_options.h"

namespace attnlab {

/// Packs the lesson of a folder, or a lesson's file, with the files that its commands read, and no others.
/// Throws std::invalid_argument for a folder with no lesson or several lessons, for files that are missing or
/// not regular files, and for more than a pack can contain; std::runtime_error for a file that cannot be
/// written.
int pack_lesson(const LessonOptions& options);

}  // namespace attnlab
