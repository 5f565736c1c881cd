// Catalog: the lessons that come with the program.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/fault.h"
#include "app/lessons/lesson.h"

namespace attnlab {

/// The lessons of the program, in the order in which they are taught.
const std::vector<std::shared_ptr<const Lesson>>& builtin_lessons();

/// The lesson of the program with this id. Throws std::invalid_argument with near ids.
std::shared_ptr<const Lesson> builtin_lesson(const std::string& id);

/// Whether it is one of them.
bool is_builtin(const Lesson& lesson);

/// The lesson with this id, or the lesson in this file. Throws std::invalid_argument with near ids, or what
/// load_lesson() throws.
std::shared_ptr<const Lesson> open_lesson(const std::string& id_or_file);

/// The same with all that is wrong with a file, instead of an error for the first fault in it.
LessonReading read_named_lesson(const std::string& id_or_file);

/// Its text. Throws std::invalid_argument with near ids, or what lesson_source() throws.
std::string text_of_lesson(const std::string& id_or_file);

}  // namespace attnlab
