// Actions: what commands do outside AppState, an interface for each thing that they do it to.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/state/figure_request.h"
#include "core/trace/edit.h"

namespace attnlab {

/// To the run on screen. All throw std::invalid_argument where nothing can be trained.
class TrainingActions {
 public:
  virtual ~TrainingActions() = default;
  virtual void play() = 0;
  virtual void pause() = 0;
  virtual bool toggle() = 0;  ///< whether it plays now
  virtual void step(Index count) = 0;
  /// Plays until the running mean of the loss is there.
  virtual void to_loss(double loss) = 0;
  /// One step on the example of this trace alone; null: there is none yet.
  virtual void learn_example(const Trace* trace) = 0;
  /// Back to step 0, with another seed or the same.
  virtual void reset(std::optional<Index> seed) = 0;
  /// Changes "batch" and the like from the next step on; what is returned takes it back. Throws
  /// std::invalid_argument for what is not allowed.
  virtual std::function<void()> set(const std::string& option, const std::string& value) = 0;
  /// Gives the newest state, or another kept step's, a name, so that it stays.
  virtual void pin(std::optional<Index> step, const std::string& name) = 0;
  virtual void unpin(Index step) = 0;
  /// Changes the newest weights, also of a model that cannot be trained; what is returned takes it back.
  /// Throws std::invalid_argument for weights that are not there.
  virtual std::function<void()> edit_weights(const CellEdit& edit) = 0;
};

/// To the runs that are open.
class RunActions {
 public:
  virtual ~RunActions() = default;
  /// A kept step, or the newest, is taken up again as another run, with settings changed as "option=value".
  virtual void branch(std::optional<Index> step, const std::vector<std::string>& changes) = 0;
  /// Opens the models that the experiment compares as runs.
  virtual void experiment(const std::string& name, Index side_by_side) = 0;
  virtual void show_run(Index number) = 0;
  virtual void close_run(Index number) = 0;
};

/// To files: opening and saving.
class FileActions {
 public:
  virtual ~FileActions() = default;
  virtual void open_preset(const std::string& name) = 0;
  virtual void open_corpus(const std::string& file) = 0;
  virtual void load_model(const std::string& folder) = 0;
  virtual void open_recent(Index number) = 0;
  virtual void forget_recent() = 0;
  /// Opens the same task with a model that is changed so: the draft's "option=value".
  virtual void retrain(const std::vector<std::string>& changes) = 0;
  virtual void save_model(const std::string& folder) = 0;
  /// Writes the metrics of the run on screen.
  virtual void save_metrics(const std::string& file) = 0;
};

/// To what is kept of other windows.
class SessionActions {
 public:
  virtual ~SessionActions() = default;
  /// Takes back the runs of a window that was killed, or lets them go.
  virtual void recover() = 0;
  virtual void forget() = 0;
  /// Opens the runs of the window that was closed last.
  virtual void reopen() = 0;
};

/// To what computes attention.
class DeviceActions {
 public:
  virtual ~DeviceActions() = default;
  /// From now on the GPU, or not; nothing given: the other way round. Throws std::runtime_error where there
  /// is none; the processor then stays.
  virtual void use_gpu(std::optional<bool> on) = 0;
};

/// To the window.
class WindowActions {
 public:
  virtual ~WindowActions() = default;
  virtual void save_screenshot(const std::string& file) = 0;
  /// Throws as save_figure().
  virtual void save_figure(const FigureRequest& request) = 0;
  virtual void quit() = 0;
};

/// All that commands may do outside AppState.
struct Actions {
  TrainingActions& training;
  RunActions& runs;
  FileActions& files;
  SessionActions& sessions;
  DeviceActions& device;
  WindowActions& window;
};

}  // namespace attnlab
