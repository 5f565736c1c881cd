// Writes and reads answer sheets.
#include "app/lessons/answer_sheet.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

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

Attempt attempt_from(const Json& entry) {
  Attempt attempt;
  attempt.answer = entry.at("answer").get<Answer>();
  attempt.tries = entry.at("tries").get<int>();
  attempt.hints = std::max(entry.at("hints").get<int>(), 0);
  attempt.solved = entry.at("solved").get<bool>();
  attempt.skipped = entry.at("skipped").get<bool>();
  attempt.seconds = entry.at("seconds").get<double>();
  if (!entry.at("done").get<bool>()) return attempt;
  const Json& right = entry.at("right");
  const auto kind = right.is_null()     ? Judgement::Kind::Noted
                    : right.get<bool>() ? Judgement::Kind::Right
                                        : Judgement::Kind::Wrong;
  attempt.state = Attempt::State::Done;
  attempt.judgement =
      Judgement{kind, entry.at("said").get<std::string>(), entry.at("truth").get<std::string>()};
  return attempt;
}

std::string yes_or_no_or_none(const Json& value) {
  return value.is_null() ? "" : value.get<bool>() ? "yes" : "no";
}

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

Progress progress_from(const Json& sheet, const Lesson& lesson) {
  try {
    if (sheet.at("lesson") != lesson.id)
      throw std::invalid_argument("these are answers to the lesson " + sheet.at("lesson").get<std::string>());
    Progress progress;
    const auto step = sheet.at("step").get<std::size_t>();
    progress.step = std::min(std::max<std::size_t>(step, 1), lesson.steps.size()) - 1;
    for (std::size_t i = 0; i < std::min(sheet.at("seconds").size(), lesson.steps.size()); ++i)
      progress.seconds[i] = sheet.at("seconds")[i].get<double>();
    for (const Json& entry : sheet.at("answers")) {
      const Exercise* const exercise = lesson.find(entry.at("id").get<std::string>());
      if (!exercise || !fits(*exercise, entry.at("answer").get<Answer>())) continue;
      progress.attempts[exercise->id] = attempt_from(entry);
    }
    return progress;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument("the answers to the lesson " + lesson.id + " are damaged");
  }
}

std::vector<std::vector<std::string>> collected_answers(const std::vector<Json>& sheets,
                                                        const std::vector<std::string>& learners) {
  std::vector<std::vector<std::string>> rows{{"lesson", "version", "learner", "exercise", "kind", "right",
                                              "tries", "hints", "solved", "skipped", "seconds", "answer"}};
  for (std::size_t i = 0; i < sheets.size(); ++i) try {
      for (const Json& entry : sheets[i].at("answers"))
        rows.push_back({sheets[i].at("lesson").get<std::string>(), sheets[i].at("version").dump(),
                        learners.at(i), entry.at("id").get<std::string>(),
                        entry.at("kind").get<std::string>(), yes_or_no_or_none(entry.at("right")),
                        entry.at("tries").dump(), entry.at("hints").dump(),
                        yes_or_no_or_none(entry.at("solved")), yes_or_no_or_none(entry.at("skipped")),
                        entry.at("seconds").dump(), entry.at("text").get<std::string>()});
    } catch (const nlohmann::json::exception&) {
      throw std::invalid_argument(learners.at(i) + " holds no answers to a lesson, or is damaged");
    }
  return rows;
}

}  // namespace attnlab
