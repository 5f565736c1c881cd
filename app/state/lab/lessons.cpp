// The open lesson.
#include "app/state/lab/lessons.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/lessons/catalog.h"
#include "app/lessons/link.h"
#include "app/state/lab/lesson_commands.h"
#include "app/state/shown_step.h"
#include "app/state/wake_at_end.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr auto kBetweenWatches = std::chrono::milliseconds(100);
constexpr auto kBetweenLooksAtFile = std::chrono::milliseconds(500);

std::filesystem::file_time_type time_of(const std::string& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  return error ? std::filesystem::file_time_type{} : time;
}

/// Throws std::invalid_argument that says what to do.
std::shared_ptr<const Lesson> linked_lesson(const LessonLink& link) {
  try {
    return builtin_lesson(link.lesson);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(tr("{1} (first open the file of the lesson, then the link)", error.what()));
  }
}

}  // namespace

const Lesson& Lessons::opened() const {
  if (!lesson_) throw std::invalid_argument(tr("no lesson is open: open one with lesson.open"));
  return *lesson_;
}

const Exercise& Lessons::exercise(const std::string& id) const {
  if (const Exercise* const found = opened().find(id)) return *found;
  std::vector<std::string> ids;
  for (const Exercise* one : lesson_->exercises()) ids.push_back(one->id);
  throw std::invalid_argument(tr("the lesson does not have an exercise {1}", id) + did_you_mean(id, ids));
}

void Lessons::open(const std::string& lesson) {
  is_lesson_link(lesson) ? open_link(lesson) : open(open_lesson(lesson));
}

/// The lesson that is open may be meant, which then is from a file; else it is one of the program.
void Lessons::open_link(const std::string& text) {
  const LessonLink link = parse_lesson_link(text);
  const bool same = lesson_ && lesson_->id == link.lesson;
  std::shared_ptr<const Lesson> lesson = same ? lesson_ : linked_lesson(link);
  check_link(link, *lesson);
  if (lesson->seed != link.seed) {
    auto seeded = std::make_shared<Lesson>(*lesson);
    seeded->seed = link.seed;
    lesson = std::move(seeded);
  }
  if (lesson != lesson_) open(lesson);
  go_to(link.step - 1);
}

void Lessons::open(std::shared_ptr<const Lesson> lesson) {
  check_commands(*lesson);
  if (lesson_) close();
  const bool teacher = view_.teacher;
  lesson_ = std::move(lesson);
  view_ = {};
  view_.lesson = lesson_;
  view_.teacher = teacher;
  view_.writing = !is_builtin(*lesson_);
  take_up();
  file_time_ = view_.writing ? time_of(lesson_->file) : std::filesystem::file_time_type{};
  set_step();
}

void Lessons::close() {
  opened();
  if (const std::string error = finish(deadline_of_screen()); !error.empty())
    with_.notice.set(error, NoticeKind::Error);
  if (is_builtin(*lesson_)) tallies_.note(*lesson_, view_.progress);
  with_.dispatcher.start_screen(own_screen_.restored(with_.dispatcher.screen()));
  own_screen_ = {};
  lesson_ = nullptr;
  const bool teacher = view_.teacher;
  view_ = {};
  view_.teacher = teacher;
  end_pending("");
}

void Lessons::go_to(Index step) {
  const auto steps = count_of(opened().steps);
  if (step < 0 || step >= steps)
    throw std::invalid_argument(
        tr("the lesson has steps 1 to {1}, not {2}", std::to_string(steps), std::to_string(step + 1)));
  view_.progress.step = static_cast<std::size_t>(step);
  set_step();
}
void Lessons::next() {
  opened();
  if (view_.last()) throw std::invalid_argument(tr("this is the last step of the lesson"));
  go_to(static_cast<Index>(view_.progress.step) + 1);
}
void Lessons::previous() {
  opened();
  if (view_.first()) throw std::invalid_argument(tr("this is the first step of the lesson"));
  go_to(static_cast<Index>(view_.progress.step) - 1);
}

void Lessons::set_again(Answers answers) {
  opened();
  if (answers == Answers::Forget)
    for (const Exercise* one : view_.step().exercises()) view_.progress.attempts.erase(one->id);
  set_step();
}

/// The step's own commands, then those of the answers that were given.
void Lessons::set_step() {
  end_pending("");
  view_.halo.clear();
  view_.progress.seen.insert(view_.progress.step);
  answers_.note_change();
  queue(view_.step().setup());
  for (const Exercise* one : view_.step().exercises())
    if (view_.attempt(one->id).state != Attempt::State::Open) queue(one->then);
  set_.reset();
}

void Lessons::queue(const std::vector<std::string>& lines) {
  std::vector<Command> commands;
  for (const std::string& line : lines) commands.push_back(parse_command(line));
  queue_.add(commands);
}

void Lessons::end_pending(const std::string& error) {
  queue_.clear();
  view_.error = error;
  view_.doing.clear();
}

void Lessons::answer(const std::string& id, const std::vector<std::string>& answer) {
  const Exercise& asked = exercise(id);
  if (asked.kind->is_task()) throw std::invalid_argument(tr("{1} is a task: do it, or use lesson.solve", id));
  // Judged once before it is shown, so that an answer without sense is refused at once.
  if (asked.then.empty()) judge_answer(asked, answer, with_.commands.expressions());
  Attempt& now = attempt(id);
  now.answer = answer;
  now.judgement.reset();
  now.skipped = false;
  ++now.tries;
  now.state = Attempt::State::Showing;
  queue(asked.then);
}

void Lessons::retry(const std::string& id) {
  exercise(id);
  Attempt& now = attempt(id);
  now.state = Attempt::State::Open;
  now.judgement.reset();
  now.solved = now.skipped = false;
  answers_.note_change();
}

void Lessons::hint(const std::string& id) {
  const Exercise& asked = exercise(id);
  Attempt& now = attempt(id);
  if (now.hints >= static_cast<int>(asked.hints.size()))
    throw std::invalid_argument(tr("there are no more hints for {1}", id));
  ++now.hints;
  answers_.note_change();
}

/// A widget is in the view that the exercise names, or in that which the step has set.
void Lessons::show(const std::string& id) {
  const Exercise& asked = exercise(id);
  const std::string& widget = asked.show;
  if (widget.empty()) throw std::invalid_argument(tr("the lesson does not say where {1} is on screen", id));
  view_.halo = view_.halo == widget ? "" : widget;
  view_.halo_view = !asked.show_in.empty() ? asked.show_in : set_ ? std::string(set_->view->name) : "";
  attempt(id).looked = true;
}

void Lessons::solve(const std::string& id) {
  const Exercise& task = exercise(id);
  if (task.solve.empty()) throw std::invalid_argument(tr("the program cannot do {1} for you", id));
  attempt(id).solved = true;
  queue(task.solve);
}

void Lessons::skip(const std::string& id) {
  exercise(id);
  attempt(id).skipped = true;
  answers_.note_change();
}

void Lessons::follow(const std::string& command) {
  opened();
  check_command(parse_command(command), opened());
  queue({command});
}

void Lessons::teach(std::optional<bool> on) { view_.teacher = on.value_or(!view_.teacher); }

void Lessons::copy_link() {
  with_.window.copy_text(
      link_text({opened().id, lesson_->version, static_cast<int>(view_.progress.step) + 1, lesson_->seed}));
  with_.notice.set(tr("copied a link to this step"), NoticeKind::Message);
}

void Lessons::open_answers(const std::string& folder) {
  opened();
  if (reading_.sheets.valid())
    throw std::invalid_argument(tr("the answers of a class are being read: wait until they are open"));
  view_.teacher = true;
  reading_ = {lesson_, in_background([folder, lesson = lesson_, wake = wake_] {
                const WakeAtEnd at_end{wake};
                return std::make_shared<const ClassAnswers>(class_answers(folder, *lesson));
              })};
}

/// Answers to a lesson that was closed meanwhile are dropped.
void Lessons::take_class() {
  if (!reading_.sheets.ready()) return;
  Reading done = std::move(reading_);
  reading_ = {};
  try {
    auto answers = done.sheets.get();
    if (lesson_ && lesson_->id == done.lesson->id) view_.answers = std::move(answers);
  } catch (const std::exception& error) {
    with_.notice.set(error.what(), NoticeKind::Error);
  }
}

void Lessons::update() {
  tallies_.update();
  take_class();
  if (!lesson_) return;
  count_seconds();
  read_again();
  keep_answers();
  run_next();
  if (queue_.goes_on()) return;
  judge_shown();
  watch_tasks();
}

/// A run begins with the lesson's seed, where the command names none.
Command Lessons::with_seed_and_files(Command command) const {
  const auto names_seed = [](const std::string& word) { return word.starts_with("seed="); };
  if (command.verb == "run.of" && std::ranges::none_of(command.arguments, names_seed))
    command.arguments.push_back("seed=" + std::to_string(lesson_->seed));
  return with_own_files(std::move(command), *lesson_);
}

void Lessons::run_next() {
  if (!queue_.goes_on() || !with_.commands.work_is_done()) return;
  const auto apply = [this](const Command& command) {
    const Screen before = with_.dispatcher.screen();
    with_.commands.run(with_seed_and_files(command));
    own_screen_.note(before, with_.dispatcher.screen());
  };
  try {
    if (queue_.step(apply, [this](const Command& ended) { after(ended); })) return end_setting();
  } catch (const std::exception& error) {
    return end_pending(error.what());
  }
  view_.share = queue_.share();
  view_.doing = queue_.running()->text();
}

void Lessons::end_setting() {
  end_pending(std::exchange(problem_, ""));
  set_ = with_.dispatcher.state();
  set_run_ = with_.runs.number();
}

/// The state that a step trains to is kept, so that coming back to it costs nothing.
void Lessons::after(const Command& command) {
  if (command.verb != "train.to" || with_.dispatcher.state().rewound) return;
  if (const std::string step = std::to_string(with_.runs.training().step); step != command.arguments.at(0))
    throw std::invalid_argument(
        tr("the run ends at step {1}, before step {2}", step, command.arguments.at(0)));
  with_.shown_run.pin(std::nullopt, "lesson");
}

void Lessons::judge_shown() {
  for (const Exercise* asked : view_.step().exercises())
    if (view_.attempt(asked->id).state == Attempt::State::Showing) judge(*asked);
}

void Lessons::judge(const Exercise& asked) {
  Attempt& now = attempt(asked.id);
  try {
    now.judgement = judge_answer(asked, now.answer, with_.commands.expressions());
    now.state = Attempt::State::Done;
    answers_.note_change();
  } catch (const std::exception& error) {
    now.state = Attempt::State::Open;
    view_.error = error.what();
  }
}

/// A task is done as soon as its condition holds, which is checked ten times a second once the task is shown.
void Lessons::watch_tasks() {
  if (Clock::now() - watched_ < kBetweenWatches) return;
  watched_ = Clock::now();
  for (const Exercise* task : open_exercises(view_)) {
    if (!task->kind->is_task() || view_.attempt(task->id).done()) continue;
    try {
      if (!task->until.holds(with_.commands.expressions())) continue;
    } catch (const std::invalid_argument&) {
      continue;  // what it asks for is not there yet
    }
    Attempt& now = attempt(task->id);
    now.state = Attempt::State::Done;
    answers_.note_change();
    now.judgement = Judgement{Judgement::Kind::Right, task->right, ""};
    if (!task->show.empty() && view_.halo == task->show) view_.halo.clear();
    set_ = with_.dispatcher.state();  // what the task asked for is no straying
  }
}

void Lessons::count_seconds() {
  const Clock::time_point now = Clock::now();
  const double passed =
      std::min(std::chrono::duration<double>(now - std::exchange(frame_, now)).count(), 5.0);
  view_.progress.seconds[view_.progress.step] += passed;
  for (const Exercise* asked : open_exercises(view_))
    if (!view_.attempt(asked->id).done()) attempt(asked->id).seconds += passed;
}

/// A lesson from a file is read again whenever it is saved; a faulty one leaves the last that could be read.
void Lessons::read_again() {
  if (!view_.writing || Clock::now() - file_looked_at_ < kBetweenLooksAtFile) return;
  file_looked_at_ = Clock::now();
  const auto time = time_of(lesson_->file);
  if (time == file_time_) return;
  file_time_ = time;
  try {
    auto again = std::make_shared<const Lesson>(load_lesson(lesson_->file));
    check_commands(*again);
    view_.progress.step = std::min(view_.progress.step, again->steps.size() - 1);
    lesson_ = view_.lesson = std::move(again);
    view_.faulty.clear();
    set_step();
  } catch (const std::exception& error) {
    view_.faulty = error.what();
  }
}

std::vector<const Feature*> Lessons::pictured() const {
  std::vector<const Feature*> views;
  if (!lesson_) return views;
  for (const LessonBlock& block : open_blocks(view_))
    if (const auto* figure = std::get_if<LessonFigure>(&block); figure && !figure->view.empty())
      views.push_back(&find_feature(figure->view));
  return views;
}

/// A lesson goes on where it was left; answers that cannot be read are told, and stay until others are given.
void Lessons::take_up() {
  problem_.clear();
  try {
    if (const auto kept = answers_.read(*lesson_)) view_.progress = *kept;
  } catch (const std::invalid_argument& problem) {
    problem_ = problem.what();
  }
}

void Lessons::keep_answers() {
  if (const std::string error = answers_.update(*lesson_, view_.progress); !error.empty())
    with_.notice.set(error, NoticeKind::Error);
}

std::string Lessons::save(Deadline deadline) {
  return lesson_ ? answers_.save(*lesson_, view_.progress, deadline) : "";
}

std::string Lessons::finish(Deadline deadline) {
  return lesson_ ? answers_.finish(*lesson_, view_.progress, deadline) : "";
}

std::shared_ptr<const LessonView> Lessons::view() const {
  if (!lesson_) return nullptr;
  auto view = std::make_shared<LessonView>(view_);
  view->reads_answers = reading_.sheets.valid();
  view->strayed =
      set_ && !queue_.goes_on() && (set_run_ != with_.runs.number() || !(*set_ == with_.dispatcher.state()));
  return view;
}

}  // namespace attnlab
