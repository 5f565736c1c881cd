// Lesson link: a step of a lesson as a line of text, to hand out.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/lesson.h"

namespace attnlab {

/// attention-lab:lesson/ID?version=1&step=3&seed=7
struct LessonLink {
  std::string lesson;  ///< its id
  int version = 1, step = 1, seed = 1;
  friend bool operator==(const LessonLink&, const LessonLink&) = default;
};

/// Whether the text is meant as a link to a lesson.
bool is_lesson_link(std::string_view text);

std::string link_text(const LessonLink& link);

/// Blanks around it do not matter. Throws std::invalid_argument with one line.
LessonLink parse_lesson_link(std::string_view text);

/// Throws std::invalid_argument where the lesson has another version, or no such step.
void check_link(const LessonLink& link, const Lesson& lesson);

}  // namespace attnlab
