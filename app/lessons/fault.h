// Fault: something wrong in a lesson, at a line of its file.
#pragma once

#include <string>

#include "app/lessons/lesson.h"

namespace attnlab {

struct LessonFault {
  int line = 0;
  std::string what;
};

/// "FILE:LINE: WHAT".
inline std::string fault_text(const Lesson& lesson, const LessonFault& fault) {
  return lesson.file + ":" + std::to_string(fault.line) + ": " + fault.what;
}

}  // namespace attnlab
