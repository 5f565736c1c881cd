// Lab: owns the partners that join runs, tracer, files and state, and wires them; the frame loop's one
// partner.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/state/commands/dispatcher.h"
#include "app/state/lab/device_switch.h"
#include "app/state/lab/files.h"
#include "app/state/lab/notice.h"
#include "app/state/lab/open_runs.h"
#include "app/state/lab/sessions.h"
#include "app/state/lab/shown_run.h"
#include "app/state/lab/tracing.h"
#include "app/state/runs/run_list.h"
#include "app/state/settings.h"
#include "app/state/view_model.h"

namespace attnlab {

/// What the Lab asks of the window.
struct LabHost {
  std::function<void()> wake;                                    ///< any thread: draw another frame
  std::function<void(const std::string& file)> save_screenshot;  ///< of the frame being drawn
  std::function<void(const FigureRequest&)> save_figure;         ///< of the view on the stage; may throw
  std::filesystem::path sessions{};  ///< where runs are kept while the window is open; "": nowhere
  double autosave_seconds = 60;      ///< between two saves; 0: none
  OpenGpu open_gpu{};                ///< empty: there is none
};

/// Used by the screen's thread alone, and never waits there for training, tracing or files.
class Lab : private WindowActions {
 public:
  explicit Lab(LabHost host);
  ~Lab() override;

  /// Begins to open something; the present model stays until it is ready.
  void open(OpenRequest request) { files_.open(std::move(request)); }

  /// Once a frame: takes what the threads have published and asks for what is out of date.
  void update();
  /// The consistent picture for this frame.
  ViewModel view() const;
  /// Applies a command. Errors become the notice; true where there was none.
  bool apply(const Command& command);
  /// As `apply`, but throws std::invalid_argument: for scripts.
  void apply_or_throw(const Command& command);

  bool wants_to_quit() const { return quit_; }
  /// Nothing is being opened, saved, traced or stepped. A run that plays is no reason to wait.
  bool idle() const;
  /// Content changes by itself.
  bool busy() const { return files_.opening(); }
  std::int64_t trained_steps() const { return runs_.training().step; }
  /// Names of the tensors of the trace on screen.
  std::vector<std::string> tensor_names() const;
  /// Value of an expression in a script's `expect`. Throws as evaluate_expression().
  std::string evaluate(const std::string& expression) const;

  void set_notice(std::string text, bool is_error) { notice_.set(std::move(text), is_error); }

  /// The window is closed: saves what is new of the runs and waits for it. Returns what went wrong, or "".
  std::string close() { return sessions_.close(); }

  /// Takes over what is remembered of the last time.
  void restore(const Settings& settings);
  /// What is to be remembered, without the window's size.
  Settings settings() const;

 private:
  void save_screenshot(const std::string& file) override { host_.save_screenshot(file); }
  void save_figure(const FigureRequest& request) override;
  void quit() override { quit_ = true; }

  void take_opened();
  void hear_device();
  void look_at_shown_run(Relation relation);
  void start_state(bool same_task);
  Limits limits() const;
  void show_model(ViewModel& view) const;

  LabHost host_;
  Notice notice_;
  DeviceSwitch device_;
  RunList runs_;
  Files files_;
  Sessions sessions_;
  ShownRun shown_run_;
  OpenRuns open_runs_;
  Tracing tracing_;
  Dispatcher dispatcher_;
  std::vector<PresetEntry> presets_;
  bool quit_ = false;
};

}  // namespace attnlab
