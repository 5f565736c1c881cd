// Answer sheet: what a learner answered in a lesson, as one JSON object.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/lessons/progress.h"

namespace attnlab {

/// {"lesson", "title", "version", "seed", "step", "steps", "seconds": [one a step], "answers": [{"id",
/// "kind", "question", "answer": [parts], "text", "right": true|false|null, "truth", "said", "tries",
/// "hints", "solved", "skipped", "done", "seconds"}]}, of all exercises in their order.
nlohmann::ordered_json answer_sheet(const Lesson& lesson, const Progress& progress);

/// The progress in a sheet of this lesson; exercises that the lesson has no longer are left out. Throws
/// std::invalid_argument for a sheet of another lesson, or one that is damaged.
Progress progress_from(const nlohmann::ordered_json& sheet, const Lesson& lesson);

/// One row an exercise, with a head: lesson, version, learner (the file's name), exercise, kind, right,
/// tries, hints, solved, skipped, seconds, answer. `learners`: a name for each sheet. Throws
/// std::invalid_argument for a damaged sheet.
std::vector<std::vector<std::string>> collected_answers(const std::vector<nlohmann::ordered_json>& sheets,
                                                        const std::vector<std::string>& learners);

}  // namespace attnlab
