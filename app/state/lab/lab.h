// Lab: joins run, tracer, files and state; the frame loop's one partner.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/state/analyses/analyses.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/device_switch.h"
#include "app/state/lab/screen_trace.h"
#include "app/state/runs/autosaver.h"
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

/// Owns the open model with its run, the tracer's thread and the user's state. Used by the screen's thread
/// alone, and never waits there for training, tracing or files.
class Lab : private Actions {
 public:
  explicit Lab(LabHost host);
  ~Lab() override;

  /// Begins to open something; the present model stays until it is ready.
  void open(OpenRequest request);

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
  bool busy() const;
  std::int64_t trained_steps() const;
  /// Names of the tensors of the trace on screen.
  std::vector<std::string> tensor_names() const;
  /// Value of an expression in a script's `expect`: see expressions.cpp. Throws for unknown ones.
  std::string evaluate(const std::string& expression) const;

  void set_notice(std::string text, bool is_error);

  /// The window is closed: saves what is new of the runs and waits for it. Returns what went wrong, or "".
  std::string close();

  /// Takes over what is remembered of the last time.
  void restore(const Settings& settings);
  /// What is to be remembered, without the window's size.
  Settings settings() const;

 private:
  void open_preset(const std::string& name) override;
  void open_corpus(const std::string& file) override;
  void load_model(const std::string& folder) override;
  void open_recent(Index number) override;
  void forget_recent() override { recent_.clear(); }
  void retrain(const std::vector<std::string>& changes) override;
  void save_model(const std::string& folder) override;
  void train_play() override;
  void train_pause() override;
  bool train_toggle() override;
  void train_step(Index count) override;
  void train_to_loss(double loss) override;
  void train_example() override;
  void train_reset(std::optional<Index> seed) override;
  std::function<void()> train_set(const std::string& name, const std::string& value) override;
  void pin(std::optional<Index> step, const std::string& name) override;
  void unpin(Index step) override;
  void branch(const std::vector<std::string>& changes) override;
  void experiment(const std::string& name, Index side_by_side) override;
  void show_run(Index number) override;
  void recover_session() override;
  void forget_session() override;
  void reopen_session() override;
  void save_metrics(const std::string& file) override;
  void close_run(Index number) override;
  std::function<void()> edit_weights(const CellEdit& edit) override;
  void use_gpu(std::optional<bool> on) override;
  void save_screenshot(const std::string& file) override;
  void save_figure(const FigureRequest& request) override;
  void quit() override { quit_ = true; }

  void take_opened();
  void hear_device();
  /// What the run on screen shares with the one before it: all, so that all choices stay; the texts; nothing.
  enum class Relation { SameModel, SameTask, None };
  Relation relation_to(const std::shared_ptr<const Model>& before) const;
  void look_at_shown_run(Relation relation);
  void start_state(bool same_task);
  void note_opened();
  void take_saved();
  void take_lost();
  void take_over_session();
  void autosave();
  void update_trace();
  WantedTrace wanted_trace() const;
  void watch_inspected();
  std::optional<WeightUpdate> inspected_update() const;
  void change_weights(std::function<void(std::span<Real>)> change);
  TrainingRun& run_or_throw() const;
  Limits limits() const;
  SnapshotPtr snapshot_on_screen() const;
  const Timeline* timeline() const;
  TrainingView training_view() const;
  std::string generated_text() const;
  std::string evaluate_other(const std::string& name, const CellName& cell) const;

  LabHost host_;
  Dispatcher dispatcher_{*this};
  DeviceSwitch device_;
  RunList runs_;
  SessionStore sessions_;
  Autosaver autosaver_;  ///< after the runs: its work ends before them
  std::future<std::vector<LostSession>> looking_;
  std::vector<LostSession> lost_;  ///< sessions of windows that were killed, the newest first
  OpenModel* model_ = nullptr;     ///< that of the run on screen
  std::future<OpenModels> opening_;
  OpenRequest request_;                     ///< of what is being opened, or was last
  std::string preset_ = Settings{}.preset;  ///< opened last
  std::vector<RecentFile> recent_;
  std::string save_folder_;
  std::future<std::string> saving_;
  std::vector<PresetEntry> presets_;
  Index watched_ = -1;  ///< cell of the flat parameter buffer whose updates the inspector shows
  std::string notice_;
  bool notice_is_error_ = false;
  std::uint64_t notice_count_ = 0;
  bool quit_ = false;
  Analyses analyses_;
  ScreenTrace traced_;  ///< last: its thread ends before what it calls
};

}  // namespace attnlab
