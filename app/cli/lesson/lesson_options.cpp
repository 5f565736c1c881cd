// Checks the options of the actions of the subcommand lesson.
#include "app/cli/lesson/lesson_options.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

const std::string& LessonOptions::one(const char* what) const {
  if (lessons.size() != 1) throw std::invalid_argument(tr("lesson {1} needs one {2}", verb, what));
  return lessons.front();
}

const std::string& LessonOptions::place(const char* what) const {
  if (out.empty()) throw std::invalid_argument(tr("lesson {1} needs --out {2}", verb, what));
  return out;
}

}  // namespace attnlab
