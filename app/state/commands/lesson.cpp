// Commands of the open lesson.
#include "app/state/commands/command_table.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

void open_lesson(Target& d, const Arguments& a, const Limits&) {
  if (a.joined().empty()) a.fail();
  d.actions.lessons.open(a.joined());
  d.screen.only = FramePanel::Lesson;
  d.screen.welcome = false;
}
void close_lesson(Target& d, const Arguments&, const Limits&) { d.actions.lessons.close(); }
void next_lesson(Target& d, const Arguments&, const Limits&) { d.actions.lessons.next(); }
void previous_lesson(Target& d, const Arguments&, const Limits&) { d.actions.lessons.previous(); }
void go_to_lesson(Target& d, const Arguments& a, const Limits&) {
  d.actions.lessons.go_to(a.whole(0, 1, 10000) - 1);
}
void set_again_lesson(Target& d, const Arguments&, const Limits&) {
  d.actions.lessons.set_again(LessonActions::Answers::Keep);
}
void reset_lesson(Target& d, const Arguments&, const Limits&) {
  d.actions.lessons.set_again(LessonActions::Answers::Forget);
}
void answer_lesson(Target& d, const Arguments& a, const Limits&) {
  if (!a.has(1)) a.fail();
  d.actions.lessons.answer(a.text(0), {a.all().begin() + 1, a.all().end()});
}
void retry_lesson(Target& d, const Arguments& a, const Limits&) { d.actions.lessons.retry(a.text(0)); }
void hint_lesson(Target& d, const Arguments& a, const Limits&) { d.actions.lessons.hint(a.text(0)); }
void show_lesson(Target& d, const Arguments& a, const Limits&) { d.actions.lessons.show(a.text(0)); }
void solve_lesson(Target& d, const Arguments& a, const Limits&) { d.actions.lessons.solve(a.text(0)); }
void skip_lesson(Target& d, const Arguments& a, const Limits&) { d.actions.lessons.skip(a.text(0)); }
void follow_lesson(Target& d, const Arguments& a, const Limits&) {
  if (a.all().empty()) a.fail();
  d.actions.lessons.follow(Command{a.text(0), {a.all().begin() + 1, a.all().end()}}.text());
}
void teach_lesson(Target& d, const Arguments& a, const Limits&) {
  d.actions.lessons.teach(a.text(0) == "toggle" ? std::nullopt : std::optional(a.flag(0, false)));
}

void copy_lesson_link(Target& d, const Arguments&, const Limits&) { d.actions.lessons.copy_link(); }
void open_lesson_answers(Target& d, const Arguments& a, const Limits&) {
  if (a.joined().empty()) a.fail();
  d.actions.lessons.open_answers(a.joined());
}

}  // namespace

std::span<const Entry> lesson() {
  static constexpr Entry kEntries[] = {
      {{"lesson.open", "ID|FILE|LINK", tr_mark("open a lesson, or one of its steps"), Sender::RandomInput,
        Undo::None},
       open_lesson},
      {{"lesson.close", "", tr_mark("close the lesson"), Sender::RandomInput, Undo::None}, close_lesson},
      {{"lesson.next", "", tr_mark("go to the lesson's next step"), Sender::RandomInput, Undo::None},
       next_lesson},
      {{"lesson.previous", "", tr_mark("go to the lesson's previous step"), Sender::RandomInput, Undo::None},
       previous_lesson},
      {{"lesson.to", "STEP", tr_mark("go to a step of the lesson; 1 is the first"), Sender::RandomInput,
        Undo::None},
       go_to_lesson},
      {{"lesson.again", "", tr_mark("return to the lesson: restore its step"), Sender::RandomInput,
        Undo::None},
       set_again_lesson},
      {{"lesson.reset", "", tr_mark("restore the lesson's step and clear its answers"), Sender::RandomInput,
        Undo::None},
       reset_lesson},
      {{"lesson.answer", "EXERCISE ANSWER …", tr_mark("answer an exercise of the lesson"),
        Sender::RandomInput, Undo::None},
       answer_lesson},
      {{"lesson.retry", "EXERCISE", tr_mark("answer an exercise of the lesson again"), Sender::RandomInput,
        Undo::None},
       retry_lesson},
      {{"lesson.hint", "EXERCISE", tr_mark("show the next hint"), Sender::RandomInput, Undo::None},
       hint_lesson},
      {{"lesson.show", "EXERCISE", tr_mark("show or hide where an exercise points"), Sender::RandomInput,
        Undo::None},
       show_lesson},
      {{"lesson.solve", "EXERCISE", tr_mark("let the program do the task"), Sender::RandomInput, Undo::None},
       solve_lesson},
      {{"lesson.skip", "EXERCISE", tr_mark("skip an exercise"), Sender::RandomInput, Undo::None},
       skip_lesson},
      {{"lesson.do", "COMMAND …", tr_mark("run the command of a link in the lesson"), Sender::RandomInput,
        Undo::None},
       follow_lesson},
      {{"lesson.teacher", "on|off|toggle", tr_mark("show notes for teachers, with times and answers"),
        Sender::RandomInput, Undo::None},
       teach_lesson},
      {{"lesson.link", "", tr_mark("copy a link to the lesson's step"), Sender::User, Undo::None},
       copy_lesson_link},
      {{"lesson.answers", "FOLDER", tr_mark("open the answers of a class to the lesson"), Sender::User,
        Undo::None},
       open_lesson_answers},
  };
  return kEntries;
}

}  // namespace attnlab::commands
