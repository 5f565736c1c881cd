// Tally: how far a learner has come in a lesson, in numbers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "app/lessons/progress.h"

namespace attnlab {

struct LessonTally {
  std::size_t steps = 0, done = 0;      ///< of the lesson; that were seen and have nothing left to do
  std::size_t answered = 0, right = 0;  ///< questions that were judged, by the last answer
  std::size_t skipped = 0;              ///< exercises that were passed over

  friend bool operator==(const LessonTally&, const LessonTally&) = default;
};

/// By the lesson's id.
using LessonTallies = std::map<std::string, LessonTally>;

/// Whether a step was on screen. A sheet of answers has the time that was spent on it.
bool was_seen(const Progress& progress, std::size_t step);

LessonTally tally_of(const Lesson& lesson, const Progress& progress);

/// "3 of 7 steps done, 4 of 6 answers correct, 1 skipped".
std::string tally_text(const LessonTally& tally);

/// Of the lessons of the program whose answers are kept in the folder. Sheets that cannot be read are left
/// out: opening their lesson tells why.
LessonTallies kept_tallies(const std::filesystem::path& folder);

}  // namespace attnlab
