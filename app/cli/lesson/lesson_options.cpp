// Checks what the deeds of the subcommand lesson are told.
#include "app/cli/lesson/lesson_options.h"

#include <stdexcept>

namespace attnlab {

const std::string& LessonOptions::one(const char* what) const {
  if (lessons.size() != 1) throw std::invalid_argument("lesson " + verb + " needs one " + what);
  return lessons.front();
}

const std::string& LessonOptions::place(const char* what) const {
  if (out.empty()) throw std::invalid_argument("lesson " + verb + " needs --out " + what);
  return out;
}

}  // namespace attnlab
