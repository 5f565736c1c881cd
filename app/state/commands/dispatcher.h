// Dispatcher: what each command does. The one place where AppState changes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/command.h"
#include "app/state/figure_request.h"
#include "app/state/limits.h"
#include "core/trace/edit.h"

namespace attnlab {

/// What commands do outside AppState: to the run, to files, to the window. Implemented by the Lab.
class Actions {
 public:
  virtual ~Actions() = default;
  virtual void open_preset(const std::string& name) = 0;
  virtual void open_corpus(const std::string& file) = 0;
  virtual void load_model(const std::string& folder) = 0;
  virtual void open_recent(Index number) = 0;
  virtual void forget_recent() = 0;
  /// Opens the same task with a model that is changed so: the draft's "option=value".
  virtual void retrain(const std::vector<std::string>& changes) = 0;
  virtual void save_model(const std::string& folder) = 0;
  virtual void train_play() = 0;
  virtual void train_pause() = 0;
  virtual bool train_toggle() = 0;  ///< whether it plays now
  virtual void train_step(Index count) = 0;
  /// Plays until the running mean of the loss is there.
  virtual void train_to_loss(double loss) = 0;
  /// One step on the example on screen alone.
  virtual void train_example() = 0;
  /// Back to step 0, with another seed or the same.
  virtual void train_reset(std::optional<Index> seed) = 0;
  /// Changes "batch" and the like from the next step on; what is returned takes it back. Throws
  /// std::invalid_argument for what is not allowed.
  virtual std::function<void()> train_set(const std::string& option, const std::string& value) = 0;
  /// Gives the state on screen, or another kept step's, a name, so that it stays.
  virtual void pin(std::optional<Index> step, const std::string& name) = 0;
  virtual void unpin(Index step) = 0;
  /// The step on screen is taken up again as another run, with settings changed as "option=value".
  virtual void branch(const std::vector<std::string>& changes) = 0;
  /// Opens the models that the experiment compares as runs.
  virtual void experiment(const std::string& name, Index side_by_side) = 0;
  virtual void show_run(Index number) = 0;
  /// Takes back the runs of a window that was killed, or lets them go.
  virtual void recover_session() = 0;
  virtual void forget_session() = 0;
  /// Opens the runs of the window that was closed last.
  virtual void reopen_session() = 0;
  /// Writes the metrics of the run on screen.
  virtual void save_metrics(const std::string& file) = 0;
  virtual void close_run(Index number) = 0;
  /// Changes the weights of the open model; what is returned takes it back. Throws std::invalid_argument for
  /// weights that are not there.
  virtual std::function<void()> edit_weights(const CellEdit& edit) = 0;
  /// From now on attention is computed by the GPU, or not; nothing given: the other way round. Throws
  /// std::runtime_error where there is none.
  virtual void use_gpu(std::optional<bool> on) = 0;
  virtual void save_screenshot(const std::string& file) = 0;
  /// Throws as save_figure().
  virtual void save_figure(const FigureRequest& request) = 0;
  virtual void quit() = 0;
};

/// How what a command did outside AppState is taken back and made again; both empty where it did nothing.
struct OutsideChange {
  std::function<void()> undo, redo;
};

/// Whether a command that is repeated without another between is undone as one: typing, dragging.
enum class Merging {
  Never,
  Always,
  SameFirstArgument,  ///< only if it is repeated for the same thing
};

/// One command that the program knows.
struct CommandInfo {
  std::string_view verb;
  std::string_view arguments;  ///< "ROW COLUMN", for help and error messages
  std::string_view help;       ///< one line
  bool undoable = false;
  Merging merging = Merging::Never;
};

/// Applies commands to a state and keeps what undo needs.
class Dispatcher {
 public:
  explicit Dispatcher(Actions& actions) : actions_(actions) {}

  /// Throws std::invalid_argument with one line for an unknown verb (near ones are named), wrong arguments or
  /// values out of range; nothing is changed then.
  void apply(const Command& command, const Limits& limits);

  const AppState& state() const { return state_; }
  const Screen& screen() const { return screen_; }
  /// Replaces the state without undo, as when a model is opened; clears undo.
  void start(AppState state);
  /// Replaces the choices about the screen, as at the start.
  void start_screen(const Screen& screen) { screen_ = screen; }
  /// Brings the past step that is looked at to one that is kept.
  void clamp_past(const Limits& limits) { clamp_rewound(state_.rewound, limits); }
  /// Brings the selection and the views within new limits.
  void clamp(const Limits& limits);

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  std::string undo_label() const { return can_undo() ? undo_.back().label : ""; }
  std::string redo_label() const { return can_redo() ? redo_.back().label : ""; }

  static std::span<const CommandInfo> commands();

 private:
  struct Step {
    std::string label;
    AppState state;
    OutsideChange outside;
  };
  void keep_for_undo(const CommandInfo& info, const Command& command, const AppState& before,
                     OutsideChange outside, const Limits& limits);
  void undo();
  void redo();

  Actions& actions_;
  AppState state_;
  Screen screen_;
  std::vector<Step> undo_, redo_;
  std::string last_undoable_;  ///< what would merge with the newest undo step; "" after undo, redo and start
};

}  // namespace attnlab
