// The options of the actions of the subcommand lesson.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attnlab {

struct LessonOptions {
  std::string verb;
  std::vector<std::string> lessons;
  std::vector<int> seeds;
  std::optional<int> seed;
  std::string out;
  bool json = false, strict = false, answers = false, released = false;

  /// The one lesson, file or folder that an action is about; `what` names it, "FILE". Throws
  /// std::invalid_argument.
  const std::string& one(const char* what) const;
  /// Where its files go. Throws std::invalid_argument.
  const std::string& place(const char* what) const;
};

}  // namespace attnlab
