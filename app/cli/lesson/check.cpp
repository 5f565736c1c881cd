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

  /// What Show me where rings must be there before anything is answered: as the step is set, or in the view
  /// that the exercise names.
  void look_for_widgets(const LessonStep& step) {
    for (const Exercise* asked : step.exercises()) {
      if (asked->show.empty()) continue;
      const bool elsewhere = !asked->show_in.empty();
      if (elsewhere && !apply(asked->line, {"view", asked->show_in})) continue;
      if (const std::string fault = widget_fault(studio_.view(), asked->show); !fault.empty())
        complain(asked->line, asked->id + ": " + fault +
                                  (elsewhere ? "" : "; one of another view is shown by show: NAME in VIEW"));
      if (elsewhere) apply(asked->line, {"lesson.reset"});
    }
  }

  void play_task(const Exercise& task) {
    const auto holds = [&] {
      try {
        return task.until.holds(studio_.lab().expressions());
      } catch (const std::invalid_argument&) {
        return false;  // what it asks for is not there yet
      }
    };
    if (holds())
      return complain(task.line, task.id + ": " + task.until.text() + " holds before anything is done");
    if (task.withheld) return;  // how it is done was taken out
    if (task.solve.empty())
      return complain(task.line, task.id + " needs the field solve, to show that it can be done");
    if (!apply(task.line, {"lesson.solve", task.id})) return;
    for (const auto begin = Clock::now(); Clock::now() - begin < kPatience;) {
      if (studio_.view().lesson->attempt(task.id).done()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      studio_.wait();
    }
    std::string values;
    for (const std::string& name : task.until.expressions()) values += "; " + name + " is " + value_of(name);
    complain(task.line, task.id + ": its own commands do not reach " + task.until.text() + values);
  }
  std::string value_of(const std::string& expression) {
    try {
      return studio_.lab().expressions().value(expression);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  /// A first answer, right or wrong, lets the commands run that show what is true; then the model is asked.
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
    const char* const wanted = kind == Judgement::Kind::Wrong   ? "wrong"
                               : kind == Judgement::Kind::Right ? "right"
                                                                : "kept";
    complain(asked.line, asked.id + ": the answer " + answer_text(asked, answer) + " is not taken for " +
                             wanted + (judged ? "; the model says " + judged->truth : ""));
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
    throw std::invalid_argument("there is no pass on screen to show " +
                                (figure.tensor.empty() ? "a figure" : figure.tensor) + " of");
  if (figure.tensor.empty()) return;
  const Shape& shape = now.trace->at(figure.tensor).shape;
  if (figure.head >= shape.last(2))
    throw std::invalid_argument(figure.tensor + " has the shape " + shape.text() + ", and no matrix " +
                                std::to_string(figure.head));
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
  const auto need = [&](bool there, const std::string& what) {
    if (!there) missing.push_back(lesson.file + ":1: the lesson needs " + what);
  };
  need(!lesson.question.empty(), "a question that people really ask, in its front matter");
  need(!lesson.sources.empty(), "its sources, in its front matter");
  need(count_of(lesson, "predict") >= 2, "two predictions or more");
  need(count_of(lesson, "explain") >= 1, "a question that asks why: a block explain");
  need(lesson.minutes >= 4 && lesson.minutes <= 15, "4 to 15 minutes");
  return missing;
}

}  // namespace attnlab
