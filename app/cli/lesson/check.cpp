// Plays lessons.
#include "app/cli/lesson/check.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/cli/studio.h"
#include "app/figure/lesson_faults.h"
#include "app/lessons/exercise_kind.h"
#include "app/state/lab/lesson_commands.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using Clock = std::chrono::steady_clock;

/// A task is looked at ten times a second; its end may come with the second look.
constexpr auto kPatience = std::chrono::milliseconds(400);

class LessonPlay {
 public:
  LessonPlay(std::shared_ptr<const Lesson> lesson, LessonCheck& check)
      : lesson_(std::move(lesson)), check_(check) {}

  void play() {
    note(text_faults(*lesson_));
    const LessonFaults refused = command_faults(*lesson_);
    note(refused);
    if (!refused.empty()) return;  // it cannot be opened
    if (!attempt(lesson_->steps.front().line, [&] { studio_.lab().open_lesson(lesson_); })) return;
    for (std::size_t i = 0; i < lesson_->steps.size(); ++i) play_step(i);
  }

 private:
  /// Does something and waits; an error is a problem at `line`.
  template <typename Deed>
  bool attempt(int line, Deed deed) {
    try {
      deed();
      studio_.wait();
      const ViewModel now = studio_.view();
      if (now.lesson && !now.lesson->error.empty()) throw std::invalid_argument(now.lesson->error);
      return true;
    } catch (const std::exception& error) {
      complain(line, error.what());
      return false;
    }
  }
  bool apply(int line, std::vector<std::string> words) {
    Command command{words.front(), {words.begin() + 1, words.end()}};
    return attempt(line, [&] { studio_.lab().apply_or_throw(command); });
  }
  void complain(int line, const std::string& what) {
    check_.problems.push_back(fault_text(lesson_->file, {line, what}));
  }
  void note(const LessonFaults& faults) {
    for (const LessonFault& fault : faults) complain(fault.line, fault.what);
  }

  void play_step(std::size_t number) {
    const LessonStep& step = lesson_->steps[number];
    ++check_.steps;
    if (!apply(step.line, {"lesson.to", std::to_string(number + 1)})) return;
    look_for_widgets(step);
    for (const Exercise* exercise : step.exercises()) {
      ++check_.exercises;
      exercise->kind->is_task() ? play_task(*exercise) : play_question(*exercise);
    }
    for (const LessonBlock& block : step.blocks)
      if (const auto* figure = std::get_if<LessonFigure>(&block); figure && !figure->tensor.empty())
        attempt(figure->line, [&] { check_figure(studio_.view(), *figure); });
  }

  /// The widget that Show me where marks must be on screen before anything is answered: in the view of the
  /// step, or in the view that the exercise names.
  void look_for_widgets(const LessonStep& step) {
    for (const Exercise* asked : step.exercises()) {
      if (asked->show.empty()) continue;
      const bool elsewhere = !asked->show_in.empty();
      if (elsewhere && !apply(asked->line, {"view", asked->show_in})) continue;
      if (const std::string fault = widget_fault(studio_.view(), asked->show); !fault.empty())
        complain(asked->line, elsewhere ? asked->id + ": " + fault
                                        : tr("{1}: {2}; a widget of another view needs show: NAME in VIEW",
                                             asked->id, fault));
      if (elsewhere) apply(asked->line, {"lesson.reset"});
    }
  }

  void play_task(const Exercise& task) {
    const auto holds = [&] {
      try {
        return task.until.holds(studio_.lab().expressions());
      } catch (const std::invalid_argument&) {
        return false;  // its expression does not have a value yet
      }
    };
    if (holds())
      return complain(task.line, tr("{1}: {2} holds before anything is done", task.id, task.until.text()));
    if (task.withheld) return;  // the solution was removed
    if (task.solve.empty())
      return complain(task.line,
                      tr("{1} needs the field solve, which shows that the task can be done", task.id));
    if (!apply(task.line, {"lesson.solve", task.id})) return;
    for (const auto begin = Clock::now(); Clock::now() - begin < kPatience;) {
      if (studio_.view().lesson->attempt(task.id).done()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      studio_.wait();
    }
    std::string values;
    for (const std::string& name : task.until.expressions())
      values += "; " + tr("{1} is {2}", name, value_of(name));
    complain(task.line, tr("{1}: its commands do not reach {2}", task.id, task.until.text()) + values);
  }
  std::string value_of(const std::string& expression) {
    try {
      return studio_.lab().expressions().value(expression);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  /// The first answer, correct or not, runs the commands that show the truth; then the model gives the
  /// correct one.
  void play_question(const Exercise& asked) {
    if (asked.withheld) return expect(asked, blind_answer(asked), Judgement::Kind::Noted);
    if (!asked.then.empty() && !give(asked, blind_answer(asked))) return;
    Answer right, wrong;
    try {
      right = asked.kind->right_answer(asked, studio_.lab().expressions());
      wrong = asked.kind->wrong_answer(asked, studio_.lab().expressions());
    } catch (const std::exception& error) {
      return complain(asked.line, asked.id + ": " + error.what());
    }
    if (!wrong.empty()) expect(asked, wrong, Judgement::Kind::Wrong);
    expect(asked, right, wrong.empty() ? Judgement::Kind::Noted : Judgement::Kind::Right);
  }
  static Answer blind_answer(const Exercise& asked) { return asked.kind->some_answer(asked); }
  bool give(const Exercise& asked, const Answer& answer) {
    std::vector<std::string> words{"lesson.answer", asked.id};
    words.insert(words.end(), answer.begin(), answer.end());
    return apply(asked.line, std::move(words));
  }
  void expect(const Exercise& asked, const Answer& answer, Judgement::Kind kind) {
    if (!give(asked, answer)) return;
    const auto& judged = studio_.view().lesson->attempt(asked.id).judgement;
    if (judged && judged->kind == kind) return;
    const char* const message =
        kind == Judgement::Kind::Wrong   ? tr_mark("{1}: the answer {2} is not judged incorrect")
        : kind == Judgement::Kind::Right ? tr_mark("{1}: the answer {2} is not judged correct")
                                         : tr_mark("{1}: the answer {2} is not recorded");
    complain(asked.line, fill(tr(message), {asked.id, answer_text(asked, answer)}) +
                             (judged ? "; " + tr("the model gives {1}", judged->truth) : ""));
  }

  Studio studio_;
  std::shared_ptr<const Lesson> lesson_;
  LessonCheck& check_;
};

std::ptrdiff_t count_of(const Lesson& lesson, std::string_view kind) {
  const std::vector<const Exercise*> all = lesson.exercises();
  return std::ranges::count_if(all, [&](const Exercise* one) { return one->kind->name == kind; });
}

}  // namespace

void check_figure(const ViewModel& now, const LessonFigure& figure) {
  if (!figure.picture.empty()) return;  // it was read with the lesson
  if (!now.trace)
    throw std::invalid_argument(
        figure.tensor.empty() ? std::string(tr("there is no forward pass on screen for a figure"))
                              : tr("there is no forward pass on screen with the tensor {1}", figure.tensor));
  if (figure.tensor.empty()) return;
  const Shape& shape = now.trace->at(figure.tensor).shape;
  if (figure.head >= shape.last(2))
    throw std::invalid_argument(tr("{1} has the shape {2} and does not have a matrix {3}", figure.tensor,
                                   shape.text(), std::to_string(figure.head)));
}

std::vector<std::string> reading_problems(const LessonReading& reading) {
  if (reading.faults.empty()) return {};
  LessonFaults all = reading.faults;
  for (const LessonFaults& more : {text_faults(reading.lesson), command_faults(reading.lesson)})
    all.insert(all.end(), more.begin(), more.end());
  std::ranges::stable_sort(all, {}, &LessonFault::line);
  std::vector<std::string> problems;
  for (const LessonFault& fault : all) problems.push_back(fault_text(reading.lesson.file, fault));
  return problems;
}

LessonCheck check_lesson(const Lesson& lesson, int seed) {
  const auto begin = Clock::now();
  auto seeded = std::make_shared<Lesson>(lesson);
  seeded->seed = seed;
  LessonCheck check;
  LessonPlay(seeded, check).play();
  check.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return check;
}

std::vector<std::string> missing_from(const Lesson& lesson) {
  std::vector<std::string> missing;
  const auto need = [&](bool there, const char* message) {
    if (!there) missing.push_back(lesson.file + ":1: " + message);
  };
  need(!lesson.question.empty(),
       tr("the lesson needs a question that people really ask, in its front matter"));
  need(!lesson.sources.empty(), tr("the lesson needs its sources, in its front matter"));
  need(count_of(lesson, "predict") >= 2, tr("the lesson needs at least two predictions"));
  need(count_of(lesson, "explain") >= 1,
       tr("the lesson needs a question that asks why, in an explain block"));
  need(lesson.minutes >= 4 && lesson.minutes <= 15, tr("the lesson must take 4 to 15 minutes"));
  return missing;
}

}  // namespace attnlab
