// Handout: a lesson for paper, as Markdown.
#pragma once

#include <map>
#include <string>

#include "app/lessons/lesson.h"
#include "app/lessons/printing.h"

namespace attnlab {

struct Handout {
  unsigned seed = 0;                             ///< shuffles the options
  bool answers = false;                          ///< with right answers, feedback and notes for teachers
  std::map<std::string, PrintedAnswer> right{};  ///< by the exercises' ids: what the model says
  std::map<int, std::string> figures{};          ///< files, by the figures' lines; others are left out
};

/// The steps in their order, with blanks for the answers or the answers themselves.
std::string handout(const Lesson& lesson, const Handout& how);

}  // namespace attnlab
