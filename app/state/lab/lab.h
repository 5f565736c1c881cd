// Lab: owns and wires the partners that join runs, tracer, files and state, for the frame loop.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/device_switch.h"
#include "app/state/lab/files.h"
#include "app/state/lab/lessons.h"
#include "app/state/lab/notice.h"
#include "app/state/lab/open_runs.h"
#include "app/state/lab/sessions.h"
#include "app/state/lab/sharing.h"
#include "app/state/lab/shown_run.h"
#include "app/state/lab/tracing.h"
#include "app/state/runs/run_list.h"
#include "app/state/settings/settings.h"
#include "app/state/view_model.h"
#include "core/platform/desktop_look.h"

namespace attnlab {

/// What the window provides to the Lab.
struct LabHost {
  std::function<void()> wake;  ///< draws another frame; callable from any thread
  std::function<void(const std::string& file)> save_screenshot;  ///< of the frame being drawn
  std::function<void(const FigureRequest&)> save_figure;         ///< of the view on the stage; may throw
  std::filesystem::path sessions{};                              ///< where open runs are saved; "": nowhere
  std::filesystem::path own_session{};  ///< the one in `sessions` that the window continues; "": a new one
  double autosave_seconds = 60;         ///< between two saves; 0: none
  OpenGpu open_gpu{};                   ///< empty: there is no GPU
  OpenStepGpu open_step_gpu{};          ///< as open_gpu
  std::function<void(const std::string& text)> copy_text{};  ///< to the clipboard; empty: there is none
  std::filesystem::path answers{};  ///< where answers to lessons are kept; "": nowhere
};

/// Used by the screen's thread alone, which never waits in it for training, tracing or files.
class Lab : private WindowActions, private CommandRunner {
 public:
  explicit Lab(LabHost host);
  ~Lab() override;

  /// Begins to open a request; the present model stays until the new one is ready.
  void open(OpenRequest request) { files_.open(std::move(request)); }

  /// The first start of the program: shows the pass from its words on, without map and inspector, until the
  /// first command that looks at something closer; and lets the first model learn at a pace to be watched.
  void greet();

  /// Begins to open the runs of the session that this window continues. Whether there are any.
  bool resume() { return sessions_.resume(most_bytes_of_runs()); }
  /// The folder of this window's session; "": it has not saved a run yet.
  const std::filesystem::path& own_session() const { return sessions_.own_folder(); }

  /// Once a frame: takes the results of the threads and requests those that are out of date.
  void update();
  /// Saves the runs that are due. Call it often, also while no frame is drawn: a run that has come to its end
  /// draws none.
  void autosave();
  /// The consistent snapshot for this frame.
  ViewModel view() const;
  /// Applies a command. An error becomes the notice; returns true without an error.
  bool apply(const Command& command);
  /// Applies a command of a script; an error is thrown as std::invalid_argument.
  void apply_or_throw(const Command& command);

  bool wants_to_quit() const { return quit_; }
  /// Whether nothing is being opened, saved, traced or stepped. A playing run does not count.
  bool idle() const;
  /// Whether content changes without input.
  bool busy() const { return files_.opening(); }
  /// Whether something is being opened or saved.
  bool uses_files() const {
    return files_.opening() || files_.reading() || files_.saving() || sessions_.saving();
  }
  std::int64_t trained_steps() const { return runs_.training().step; }
  /// Names of the tensors of the trace on screen.
  std::vector<std::string> tensor_names() const;
  /// Value of an expression in a script's `expect`. Throws as evaluate_expression().
  std::string evaluate(const std::string& expression) const;
  /// The values of conditions; the Lab must outlive the source.
  ExpressionSource expressions() const override;
  /// Opens a lesson that was read elsewhere. Throws as lesson.open.
  void open_lesson(std::shared_ptr<const Lesson> lesson) { lessons_.open(std::move(lesson)); }
  /// The present state as a lesson's setup, as a line, and the state that was opened last.
  const Sharing& sharing() const { return sharing_; }

  void set_notice(std::string text, NoticeKind kind) { notice_.set(std::move(text), kind); }

  /// Saves the new steps of the runs and the answers, and waits for them. `leaving`: the window may end
  /// without another call. Returns the error, or "".
  std::string save(bool leaving, Deadline deadline = deadline_of_screen());
  /// The window is closed: saves the new steps of the runs and waits for them. Returns the error, or "".
  std::string close(Deadline deadline = deadline_of_screen());

  /// Restores the settings of the last session.
  void restore(const Settings& settings);
  /// Gives the options that follow the desktop its values. Whether any has changed.
  bool follow(const platform::DesktopLook& desktop);
  /// The settings to save, without the window's size.
  Settings settings() const;

 private:
  void save_screenshot(const std::string& file) override { host_.save_screenshot(file); }
  void save_figure(const FigureRequest& request) override;
  void copy_text(const std::string& text) override;
  void quit(Quitting how) override;
  void run(const Command& command) override;
  bool work_is_done() const override;
  Limits limits() const override;

  /// The runs with steps that are not saved: "translate, step 1,240".
  std::string unsaved() const;

  /// What concerns the model on screen.
  void update_shown();
  void take_opened();
  void take_picture();
  void offer_last_window();
  void hear_device();
  void choose_first_pace(Relation relation);
  void end_first_pace();
  void begin_at_words();
  void end_first_minute(const Command& command);
  void suggest_presenting(Index text_before);
  void look_at_shown_run(Relation relation, ChoicesOf choices);
  void leave_run();
  AppState start_state(bool same_task, ChoicesOf choices) const;
  std::string words_after(const OpenRuns::Taken& taken) const;
  void keep_left_states(const OpenModels& opened);
  StatesOfRuns states_of_runs() const { return {dispatcher_.state(), left_, looked_at_run_}; }
  std::size_t most_bytes_of_runs() const;
  /// The state with the views in a lesson's figures.
  AppState looked_at() const;
  void show_model(ViewModel& view) const;

  LabHost host_;
  Notice notice_;
  DeviceSwitch device_;
  StepGpu step_gpu_;
  RunList runs_;
  Files files_;
  Sessions sessions_;
  ShownRun shown_run_;
  OpenRuns open_runs_;
  Tracing tracing_;
  Lessons lessons_;
  Sharing sharing_;
  Dispatcher dispatcher_;
  std::vector<PresetEntry> presets_;
  std::map<Index, AppState> left_;  ///< the choices in runs that were on screen, by number
  Index looked_at_run_ = 0;         ///< of which run the dispatcher's state is; 0: of none
  CommandOutcome outcome_;
  std::string asked_;  ///< would be lost if the program ends now; the user is asked
  bool quit_ = false;
  bool suggested_presenting_ = false;
  bool greets_ = false;  ///< until there is a pass to show
};

}  // namespace attnlab
