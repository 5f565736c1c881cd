// TrainingRun: a trainer that runs beside the screen, played and paused from outside.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/config/side_loop.h"
#include "core/models/snapshot.h"
#include "core/training/fault.h"
#include "core/training/run/change_notes.h"
#include "core/training/run/recorder.h"
#include "core/training/run/run_pace.h"
#include "core/training/run/step_clock.h"
#include "core/training/trainer.h"

namespace attnlab {

/// Where a run stands.
struct RunStatus {
  enum class State {
    Paused,
    Running,
    Finished,  ///< reached config.steps; play() goes on from there with the schedule's last rate
    Failed,    ///< `message` says why: the loss is not finite, or an error
  };
  State state = State::Paused;
  /// While the run does not play: requested steps, a reset, a change or the last step before a pause are not
  /// all published yet.
  bool pending = false;
  Index step = 0;
  Index steps = 0;               ///< where the run stops
  Index reset_count = 0;         ///< grows with each reset: metrics before it are of another run
  double tokens_per_second = 0;  ///< see RunPace
  double seconds_per_step = 0;   ///< see RunPace
  double steps_per_second = 0;   ///< the most while it plays: see set_pace(); 0: no limit
  double learning_rate = 0;      ///< of the next step
  double mean_loss = std::numeric_limits<double>::quiet_NaN();  ///< running mean of the batches' losses,
                                                                ///< about the last ten; NaN before any
  double wanted_loss = 0;     ///< plays until the running mean is no greater; 0: none
  TrainingSettings settings;  ///< of the next step
  std::string message;
  /// That the run holds in memory: weights, moments and gradients, what passes keep, its record, and the
  /// snapshot. Past states in a temporary file do not count.
  std::size_t bytes = 0;
  std::string step_device;       ///< what makes the steps, as StepDevice describes it; "": the processor
  std::optional<Fault> fault{};  ///< where the last step failed: the number that is not finite, if found
};

/// What a run does when it comes to config.steps.
enum class AtLimit { Stop, GoOn };

/// How a run behaves beside the configuration.
struct RunOptions {
  RecordOptions record{};
  double snapshot_seconds = 1.0 / 30;  ///< shortest time between published snapshots while running, which
                                       ///< take a fifth of the time at most
  std::function<void()> on_change{};   ///< called by the run's loop when something new is published
  std::optional<RunStatus> stands{};   ///< a run that was put away and comes back: how it stood then
};

/// Never waits for its reader: it publishes immutable snapshots (the latest wins) and records the run. All
/// members may be called from any thread; none blocks for longer than a copy, but between_steps().
class TrainingRun {
 public:
  /// If `past` is given, the trainer is at its end and continues from there.
  TrainingRun(std::unique_ptr<Trainer> trainer, RunOptions options, const Record* past = nullptr);
  /// Stops after the step in progress.
  ~TrainingRun();
  TrainingRun(const TrainingRun&) = delete;
  TrainingRun& operator=(const TrainingRun&) = delete;

  void play();
  /// Plays up to config.steps. False, and nothing is played, if the run is there already: it is then
  /// Finished.
  bool play_to_limit();
  void pause();
  void step(Index count = 1, AtLimit at_limit = AtLimit::Stop);  ///< does `count` steps, then pauses
  /// While it plays, at most so many steps a second; 0: as many as it can. step() is not slowed down.
  void set_pace(double steps_per_second);
  /// Plays until the running mean of the loss is at most `loss`, then pauses.
  void play_to(double loss);
  /// One step on this batch instead of the task's.
  void step_on(Batch batch);
  void reset();  ///< step 0, same seed
  void reset(Index seed);
  /// Changes the settings from the next step on; what changed is noted on the timeline. Settings that are not
  /// allowed change nothing; the status' message says why.
  void change(std::function<void(TrainingSettings&)> change);
  /// Lets `change` write the weights between two steps, in the run's loop; then they are published.
  void change_weights(std::function<void(std::span<Real>)> change);
  /// Whole steps are made on `device` from the next step on; null: on the processor. Where the device fails,
  /// the processor makes the steps; where it cannot train the model, nothing changes: see
  /// take_device_failure(). What makes the steps is noted on the timeline.
  void use_step_device(std::shared_ptr<StepDevice> device);
  /// Why a device was left, or not taken, since the last call, once, or "".
  std::string take_device_failure();
  /// From the next step on, snapshots hold the last update of this cell of the flat buffer; −1: of none.
  /// Throws std::out_of_range for a cell that the model does not have.
  void watch(Index cell);

  RunStatus status() const;
  /// The newest published weights; never null.
  SnapshotPtr snapshot() const;
  /// The record of the run so far.
  Record record() const { return recorder_.record(); }
  /// Stores the present state under a name.
  void pin(std::string name);
  Recorder& recorder() { return recorder_; }
  /// Bytes that the run holds: weights, optimizer, gradients, the published snapshot, its record. What a
  /// pass needs for a while is not counted.
  std::size_t bytes() const;
  /// Runs `work` in the run's loop between two steps and waits for it; exceptions come back to the caller.
  void between_steps(const std::function<void(Trainer&)>& work);
  /// The same without waiting: what is returned has its end. Without threads, it is done at once.
  std::future<void> queue_between_steps(std::function<void(Trainer&)> work);

 private:
  struct Request {
    bool playing = false;
    Index steps_left = 0;    // with step(): how many more
    double wanted_loss = 0;  // with play_to()
    Index asked = 0;         // calls of step(): one under way does not count for a later call
    bool beyond = false;     // play() or step() was called at the end or behind it: goes on
    bool through = false;    // step() may go on through the end
    std::vector<std::function<void(Trainer&)>> work;
    bool stopping = false;
  };
  bool wanted() const { return request_.playing || request_.steps_left > 0; }
  void take_up(const Record& past);
  void stand_as(const RunStatus& before);
  bool ends_at_limit(bool goes_on);
  void run();
  bool advance(std::unique_lock<std::mutex>& lock);
  void do_queued(std::unique_lock<std::mutex>& lock);
  void train_one(std::unique_lock<std::mutex>& lock);
  void settle(std::unique_lock<std::mutex>& lock);
  std::string make_step(const std::function<StepMetrics()>& step);
  void count(const StepMetrics& metrics);
  void show_pace();
  void fail(const std::string& why);
  void set_step_device(const std::string& description);
  void note_step_device();
  void report_device(const std::string& why);
  void guarded(const std::function<void()>& work);
  void start_over(Trainer& trainer, Index seed);
  /// When a snapshot is published: at once, or where snapshot_seconds have passed.
  enum class When { Now, WhereDue };

  /// `change` alters the status together with the snapshot: a reader sees both or neither.
  void publish(When when, const std::function<void()>& change = {});
  void enqueue(std::function<void(Trainer&)> work);

  std::unique_ptr<Trainer> trainer_;  // touched by the run's loop alone
  RunOptions options_;
  Recorder recorder_;
  std::optional<Fault> fault_;  ///< of the last step
  double last_publish_ = -1;
  double snapshot_cost_ = 0;  ///< seconds that the last snapshot took
  ChangeNotes notes_;
  std::atomic<Index> watched_ = -1;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Request request_;
  bool working_ = false;    ///< a step or a change is under way, or not published yet
  bool unsettled_ = false;  ///< steps were played whose state is not stored, or perhaps not published
  RunStatus status_;
  std::string device_failure_;
  SnapshotPtr snapshot_;
  std::size_t trainer_bytes_ = 0;
  RunPace pace_;
  StepClock clock_;
  SideLoop loop_;
};

}  // namespace attnlab
