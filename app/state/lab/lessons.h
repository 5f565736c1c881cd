// Lessons: the open lesson: sets its steps, judges answers, notices when a task is done.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/state/app_state.h"
#include "app/state/command.h"
#include "app/state/commands/actions.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/answer_keeper.h"
#include "app/state/lab/command_queue.h"
#include "app/state/lab/notice.h"
#include "app/state/lab/own_screen.h"
#include "app/state/lab/shown_run.h"
#include "app/state/lesson_view.h"
#include "app/state/runs/run_list.h"
#include "core/config/background.h"

namespace attnlab {

/// Partners that lessons use.
struct LessonPartners {
  CommandRunner& commands;
  Dispatcher& dispatcher;  ///< state and screen
  const RunList& runs;
  ShownRun& shown_run;
  WindowActions& window;
  Notice& notice;
};

/// Used by the screen's thread alone.
class Lessons final : public LessonActions {
 public:
  /// `with` must outlive the object. Answers are kept in the folder `answers`, one file a lesson; "":
  /// nowhere. `wake` is called on other threads.
  Lessons(LessonPartners with, const std::filesystem::path& answers, std::function<void()> wake)
      : with_(with), wake_(std::move(wake)), answers_(answers, wake_), tallies_(answers, wake_) {}

  /// Once a frame.
  void update();
  bool is_open() const { return lesson_ != nullptr; }
  /// Null where no lesson is open.
  std::shared_ptr<const LessonView> view() const;
  /// Of the open lesson.
  std::optional<Index> seed() const { return lesson_ ? std::optional(lesson_->seed) : std::nullopt; }
  /// The views in the figures of the step on screen.
  std::vector<const Feature*> pictured() const;
  /// Whether nothing is left to do for the step on screen, as far as it does not wait for the learner.
  bool idle() const { return !reading_.sheets.valid() && (!lesson_ || !queue_.goes_on()); }
  /// How far the learner has come in the lessons of the program; null until that was read.
  std::shared_ptr<const LessonTallies> tallies() const { return tallies_.get(); }
  /// The screen without what the open lesson has changed of it.
  Screen own_screen(const Screen& now) const { return own_screen_.restored(now); }
  /// Writes the answers that have changed. Returns why that failed, or "".
  std::string save(Deadline deadline);
  /// Writes the answers, and the seconds spent on them. Returns why that failed, or "".
  std::string finish(Deadline deadline);
  /// Opens a lesson that was read elsewhere, where it was left.
  void open(std::shared_ptr<const Lesson> lesson);

  void open(const std::string& lesson) override;
  void close() override;
  void go_to(Index step) override;
  void next() override;
  void previous() override;
  void set_again(Answers answers) override;
  void answer(const std::string& exercise, const std::vector<std::string>& answer) override;
  void retry(const std::string& exercise) override;
  void hint(const std::string& exercise) override;
  void show(const std::string& exercise) override;
  void solve(const std::string& exercise) override;
  void skip(const std::string& exercise) override;
  void follow(const std::string& command) override;
  void teach(std::optional<bool> on) override;
  void copy_link() override;
  void open_answers(const std::string& folder) override;

 private:
  using Clock = std::chrono::steady_clock;

  const Lesson& opened() const;
  const Exercise& exercise(const std::string& id) const;
  void open_link(const std::string& text);
  Attempt& attempt(const std::string& id) { return view_.progress.attempts[id]; }
  void queue(const std::vector<std::string>& lines);
  void set_step();
  Command with_seed_and_files(Command command) const;
  void run_next();
  void end_setting();
  void after(const Command& command);
  void end_pending(const std::string& error);
  void judge_shown();
  void judge(const Exercise& exercise);
  void watch_tasks();
  void count_seconds();
  void read_again();
  void take_up();
  void keep_answers();
  void take_class();

  LessonPartners with_;
  std::function<void()> wake_;
  std::shared_ptr<const Lesson> lesson_;
  LessonView view_;
  CommandQueue queue_;           ///< of the step, and of answers
  std::optional<AppState> set_;  ///< what the step has set
  Index set_run_ = 0;
  Clock::time_point frame_ = Clock::now(), watched_{}, file_looked_at_{};
  std::filesystem::file_time_type file_time_{};
  std::string problem_;  ///< with the answers that were kept, until it is shown; "": none
  AnswerKeeper answers_;
  KeptTallies tallies_;
  OwnScreen own_screen_;

  /// The answers of a class that are being read, and the lesson that they are to be of.
  struct Reading {
    std::shared_ptr<const Lesson> lesson;
    Background<std::shared_ptr<const ClassAnswers>> sheets;
  };
  Reading reading_;
};

}  // namespace attnlab
