// Expressions of the open lesson.
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab::expressions {

namespace {

const LessonView& lesson_in(const Asked& a) {
  if (!a.view.lesson) throw std::invalid_argument(tr("no lesson is open"));
  return *a.view.lesson;
}

std::string state_of(const Attempt& attempt) {
  if (attempt.skipped) return "skipped";
  switch (attempt.state) {
    case Attempt::State::Open: return "open";
    case Attempt::State::Showing: return "showing";
    case Attempt::State::Done: break;
  }
  if (!attempt.judgement) return "done";
  switch (attempt.judgement->kind) {
    case Judgement::Kind::Right: return "right";
    case Judgement::Kind::Wrong: return "wrong";
    case Judgement::Kind::Noted: break;
  }
  return "noted";
}

std::string state_of_exercise(const Asked& a) {
  const LessonView& view = lesson_in(a);
  const std::string& id = a.arguments[0];
  if (view.lesson->find(id)) return state_of(view.attempt(id));
  std::vector<std::string> names;
  for (const Exercise* exercise : view.lesson->exercises()) names.push_back(exercise->id);
  throw std::invalid_argument(tr("the lesson {1} does not have an exercise {2}", view.lesson->id, id) +
                              did_you_mean(id, names));
}

}  // namespace

std::span<const ScriptExpression> lesson() {
  static constexpr ScriptExpression kRows[] = {
      {"lesson", "", "the open lesson, or `none`",
       [](const Asked& a) { return a.view.lesson ? lesson_in(a).lesson->id : "none"; }},
      {"lesson.step", "", "the step of the lesson on screen; 1 is the first",
       [](const Asked& a) { return std::to_string(lesson_in(a).progress.step + 1); }},
      {"lesson.exercise", "EXERCISE",
       "the state of an exercise: open, showing, right, wrong, noted (a text), done (a task) or skipped",
       state_of_exercise},
  };
  return kRows;
}

}  // namespace attnlab::expressions
