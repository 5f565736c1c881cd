// Commands of the open lesson.
#include "app/state/commands/command_table.h"

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
      {{"lesson.open", "ID|FILE|LINK", "open a lesson, or a step of one", Sender::RandomInput, Undo::None},
       open_lesson},
      {{"lesson.close", "", "end the lesson", Sender::RandomInput, Undo::None}, close_lesson},
      {{"lesson.next", "", "go to the lesson's next step", Sender::RandomInput, Undo::None}, next_lesson},
      {{"lesson.previous", "", "go to the lesson's step before", Sender::RandomInput, Undo::None},
       previous_lesson},
      {{"lesson.to", "STEP", "go to a step of the lesson, 1 the first", Sender::RandomInput, Undo::None},
       go_to_lesson},
      {{"lesson.again", "", "go back to the lesson: set its step again", Sender::RandomInput, Undo::None},
       set_again_lesson},
      {{"lesson.reset", "", "set the lesson's step again and forget its answers", Sender::RandomInput,
        Undo::None},
       reset_lesson},
      {{"lesson.answer", "EXERCISE ANSWER …", "answer a question of the lesson", Sender::RandomInput,
        Undo::None},
       answer_lesson},
      {{"lesson.retry", "EXERCISE", "answer a question of the lesson once more", Sender::RandomInput,
        Undo::None},
       retry_lesson},
      {{"lesson.hint", "EXERCISE", "give the next hint", Sender::RandomInput, Undo::None}, hint_lesson},
      {{"lesson.show", "EXERCISE", "show where the lesson means, or no longer", Sender::RandomInput,
        Undo::None},
       show_lesson},
      {{"lesson.solve", "EXERCISE", "do the lesson's task", Sender::RandomInput, Undo::None}, solve_lesson},
      {{"lesson.skip", "EXERCISE", "go on without answering", Sender::RandomInput, Undo::None}, skip_lesson},
      {{"lesson.do", "COMMAND …", "do what a link of the lesson says", Sender::RandomInput, Undo::None},
       follow_lesson},
      {{"lesson.teacher", "on|off|toggle", "show notes for teachers, times and answers", Sender::RandomInput,
        Undo::None},
       teach_lesson},
      {{"lesson.link", "", "copy a link to the lesson's step, to hand out", Sender::User, Undo::None},
       copy_lesson_link},
      {{"lesson.answers", "FOLDER", "open the answers of a class to the lesson", Sender::User, Undo::None},
       open_lesson_answers},
  };
  return kEntries;
}

}  // namespace attnlab::commands
