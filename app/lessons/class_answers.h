// Class answers: what the learners of a class answered to each question of a lesson.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

/// One answer, and how many gave it.
struct GivenAnswer {
  std::string text;
  std::size_t count = 0;
};

struct ClassAnswers {
  std::size_t learners = 0;                               ///< whose answers are of this lesson
  std::size_t others = 0;                                 ///< files that are of another lesson, or no answers
  std::map<std::string, std::vector<GivenAnswer>> given;  ///< by the exercise's id; what most gave, first
};

/// The answers in the files *.json of a folder, of which at most 500 are read. Throws std::invalid_argument
/// where none is of this lesson.
ClassAnswers class_answers(const std::filesystem::path& folder, const Lesson& lesson);

}  // namespace attnlab
