// Writes and reads answer sheets.
#include "app/lessons/answer_sheet.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using Json = nlohmann::ordered_json;

/// Tenths of seconds are enough.
double tenths(double seconds) { return std::round(seconds * 10) / 10; }

Json right_of(const Attempt& attempt) {
  if (!attempt.judgement || attempt.judgement->kind == Judgement::Kind::Noted) return nullptr;
  return attempt.judgement->right();
}

/// The chosen options by their texts; what is not of this lesson's options, as given.
std::string text_of(const Exercise& exercise, const Answer& answer) {
  try {
    return answer_text(exercise, answer);
  } catch (const std::invalid_argument&) {
    return "";
  }
}

/// Whether the answer is one to this exercise: the lesson may have another version now.
bool fits(const Exercise& exercise, const Answer& answer) {
  return exercise.options.empty() || answer.empty() || !text_of(exercise, answer).empty();
}

Json entry_of(const Exercise& exercise, const Attempt& attempt) {
  return {{"id", exercise.id},
          {"kind", exercise.kind->name},
          {"question", plain_text(exercise.ask)},
          {"answer", attempt.answer},
          {"text", text_of(exercise, attempt.answer)},
          {"right", right_of(attempt)},
          {"truth", attempt.judgement ? attempt.judgement->truth : ""},
          {"said", attempt.judgement ? attempt.judgement->said : ""},
          {"tries", attempt.tries},
          {"hints", attempt.hints},
          {"solved", attempt.solved},
          {"skipped", attempt.skipped},
          {"done", attempt.done()},
          {"seconds", tenths(attempt.seconds)}};
}

/// One line of a sheet, as entry_of() writes it. Throws what nlohmann throws.
SheetEntry entry_from(const Json& json) {
  SheetEntry entry;
  entry.exercise = json.at("id").get<std::string>();
  entry.kind = json.at("kind").get<std::string>();
  entry.text = json.at("text").get<std::string>();
  Attempt& attempt = entry.attempt;
  attempt.answer = json.at("answer").get<Answer>();
  attempt.tries = json.at("tries").get<int>();
  attempt.hints = std::max(json.at("hints").get<int>(), 0);
  attempt.solved = json.at("solved").get<bool>();
  attempt.skipped = json.at("skipped").get<bool>();
  attempt.seconds = json.at("seconds").get<double>();
  const Json& right = json.at("right");
  if (!right.is_null()) entry.right = right.get<bool>();
  if (!json.at("done").get<bool>()) return entry;
  const auto kind = !entry.right   ? Judgement::Kind::Noted
                    : *entry.right ? Judgement::Kind::Right
                                   : Judgement::Kind::Wrong;
  attempt.state = Attempt::State::Done;
  attempt.judgement =
      Judgement{kind, json.at("said").get<std::string>(), json.at("truth").get<std::string>()};
  return entry;
}

std::string yes_no(bool value) { return value ? "yes" : "no"; }

}  // namespace

Json answer_sheet(const Lesson& lesson, const Progress& progress) {
  Json seconds = Json::array(), answers = Json::array();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const auto found = progress.seconds.find(i);
    seconds.push_back(found == progress.seconds.end() ? 0.0 : tenths(found->second));
    for (const Exercise* exercise : lesson.steps[i].exercises()) {
      const auto at = progress.attempts.find(exercise->id);
      answers.push_back(entry_of(*exercise, at == progress.attempts.end() ? Attempt{} : at->second));
    }
  }
  return {{"lesson", lesson.id},           {"title", lesson.title},        {"version", lesson.version},
          {"seed", lesson.seed},           {"step", progress.step + 1},    {"steps", lesson.steps.size()},
          {"seconds", std::move(seconds)}, {"answers", std::move(answers)}};
}

AnswerSheet read_sheet(const Json& json) {
  try {
    AnswerSheet sheet;
    sheet.lesson = json.at("lesson").get<std::string>();
    sheet.version = json.at("version").get<int>();
    sheet.step = json.at("step").get<std::size_t>();
    for (const Json& seconds : json.at("seconds")) sheet.seconds.push_back(seconds.get<double>());
    for (const Json& entry : json.at("answers")) sheet.entries.push_back(entry_from(entry));
    return sheet;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument(tr("this is not a sheet of answers to a lesson, or it is damaged"));
  }
}

AnswerSheet load_sheet(const std::filesystem::path& file) {
  constexpr std::uint64_t kMostSheetBytes = std::uint64_t{1} << 20;
  const std::string text = read_file(file, kMostSheetBytes);
  try {
    return read_sheet(Json(parse_json(text)));
  } catch (const std::exception&) {
    throw std::runtime_error(tr("{1} does not contain answers to a lesson, or is damaged", quoted(file)));
  }
}

std::filesystem::path sheet_file(const std::filesystem::path& folder, const Lesson& lesson) {
  return folder / (lesson.id + ".json");
}

Progress progress_from(const AnswerSheet& sheet, const Lesson& lesson) {
  if (sheet.lesson != lesson.id)
    throw std::invalid_argument(tr("these are answers to the lesson {1}", sheet.lesson));
  Progress progress;
  progress.step = std::min(std::max<std::size_t>(sheet.step, 1), lesson.steps.size()) - 1;
  for (std::size_t i = 0; i < std::min(sheet.seconds.size(), lesson.steps.size()); ++i)
    progress.seconds[i] = sheet.seconds[i];
  for (const SheetEntry& entry : sheet.entries) {
    const Exercise* const exercise = lesson.find(entry.exercise);
    if (exercise && fits(*exercise, entry.attempt.answer)) progress.attempts[exercise->id] = entry.attempt;
  }
  return progress;
}

std::vector<std::vector<std::string>> collected_answers(const std::vector<LearnersSheet>& sheets) {
  std::vector<std::vector<std::string>> rows{{"lesson", "version", "learner", "exercise", "kind", "right",
                                              "tries", "hints", "solved", "skipped", "seconds", "answer"}};
  for (const auto& [learner, sheet] : sheets)
    for (const SheetEntry& entry : sheet.entries) {
      const Attempt& attempt = entry.attempt;
      rows.push_back({sheet.lesson, std::to_string(sheet.version), learner, entry.exercise, entry.kind,
                      entry.right ? yes_no(*entry.right) : "", std::to_string(attempt.tries),
                      std::to_string(attempt.hints), yes_no(attempt.solved), yes_no(attempt.skipped),
                      Json(attempt.seconds).dump(), entry.text});
    }
  return rows;
}

}  // namespace attnlab
