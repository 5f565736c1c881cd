// Answer sheet: what a learner answered in a lesson, as one JSON object.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/progress.h"

namespace attnlab {

/// {"lesson", "title", "version", "seed", "step", "steps", "seconds": [one a step], "answers": [{"id",
/// "kind", "question", "answer": [parts], "text", "right": true|false|null, "truth", "said", "tries",
/// "hints", "solved", "skipped", "done", "seconds"}]}, of all exercises in their order.
nlohmann::ordered_json answer_sheet(const Lesson& lesson, const Progress& progress);

/// One exercise of a sheet.
struct SheetEntry {
  std::string exercise, kind;
  std::string text;           ///< the answer as it is shown
  std::optional<bool> right;  ///< nothing where nobody judged
  Attempt attempt;
};

/// What was read from a sheet.
struct AnswerSheet {
  std::string lesson;  ///< its id
  int version = 1;
  std::size_t step = 1;  ///< that was on screen last, from 1
  std::vector<double> seconds;
  std::vector<SheetEntry> entries;
};

/// Throws std::invalid_argument for what is no sheet, or is damaged.
AnswerSheet read_sheet(const nlohmann::ordered_json& json);
/// The sheet in a file, which may be anything. Throws std::runtime_error with one line that names the file.
AnswerSheet load_sheet(const std::filesystem::path& file);
/// Where a folder has the answers to the lesson.
std::filesystem::path sheet_file(const std::filesystem::path& folder, const Lesson& lesson);

/// The progress in a sheet of this lesson; exercises that the lesson has no longer are left out. Throws
/// std::invalid_argument for a sheet of another lesson.
Progress progress_from(const AnswerSheet& sheet, const Lesson& lesson);

struct LearnersSheet {
  std::string learner;  ///< the file's name
  AnswerSheet sheet;
};

/// One row an exercise, with a head: lesson, version, learner, exercise, kind, right, tries, hints, solved,
/// skipped, seconds, answer.
std::vector<std::vector<std::string>> collected_answers(const std::vector<LearnersSheet>& sheets);

}  // namespace attnlab
