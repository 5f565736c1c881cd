// TrainingRun: a trainer on a thread of its own, played and paused from outside.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/models/snapshot.h"
#include "core/training/trainer.h"

namespace attnlab {

/// A held-out measurement.
struct ValidationMetrics {
  Index step = 0;
  double loss = 0;
};

/// Where a run stands.
struct RunStatus {
  enum class State {
    Paused,
    Running,
    Finished,  ///< reached config.steps; play() goes on from there with the schedule's last rate
    Failed,    ///< the loss is not finite, or an error: `message` says which
  };
  State state = State::Paused;
  /// Of a run that does not play: steps, a reset or a change were asked for, or the last step before a pause
  /// is under way, and not all of it is published yet.
  bool pending = false;
  Index step = 0;
  Index steps = 0;               ///< where the run stops
  Index reset_count = 0;         ///< grows with each reset: metrics before it are of another run
  double tokens_per_second = 0;  ///< over about the last second of training
  double training_seconds = 0;   ///< time spent training since step 0
  double learning_rate = 0;      ///< of the next step
  std::string message;
};

/// How a run behaves beside the configuration.
struct RunOptions {
  Index validation_every = 100;        ///< steps between validation losses; 0: none
  Index validation_batches = 8;        ///< batches in each
  double snapshot_seconds = 1.0 / 30;  ///< shortest time between published snapshots while running
  std::function<void()> on_change{};   ///< called on the run's thread when something new is published
};

/// Never waits for its reader: it publishes immutable snapshots (the latest wins) and queues metrics (none
/// is lost). All members may be called from any thread; none blocks for longer than a copy, but
/// between_steps().
class TrainingRun {
 public:
  TrainingRun(std::unique_ptr<Trainer> trainer, RunOptions options);
  /// Stops after the step in progress.
  ~TrainingRun();
  TrainingRun(const TrainingRun&) = delete;
  TrainingRun& operator=(const TrainingRun&) = delete;

  void play();
  void pause();
  void step(Index count = 1);  ///< does `count` steps, then pauses
  void reset();                ///< step 0, same seed
  void reset(Index seed);
  /// Multiplies the schedule's learning rate from the next step on.
  void set_learning_rate_factor(double factor);

  /// Lets `change` write the weights between two steps, on the run's thread; then they are published.
  void change_weights(std::function<void(std::span<Real>)> change);
  /// From the next step on, snapshots tell what the optimizer did with this cell of the flat buffer; −1: with
  /// none. Throws std::out_of_range for a cell that the model does not have.
  void watch(Index cell);

  RunStatus status() const;
  /// The newest published weights; never null.
  SnapshotPtr snapshot() const;
  /// Appends metrics that were not yet taken; returns the number of resets so far, after which they were
  /// measured.
  Index take_metrics(std::vector<StepMetrics>& steps, std::vector<ValidationMetrics>& validations);

  /// Runs `work` on the run's thread between two steps and waits for it; exceptions come back to the caller.
  void between_steps(const std::function<void(Trainer&)>& work);

 private:
  struct Request {
    bool playing = false;
    Index steps_left = 0;  // with step(): how many more
    Index asked = 0;       // calls of step(): one under way does not count for a later call
    std::vector<std::function<void(Trainer&)>> work;
    bool stopping = false;
  };
  void run();
  bool wait_for_work(std::unique_lock<std::mutex>& lock);
  void train_one(std::unique_lock<std::mutex>& lock);
  void record(const StepMetrics& metrics, double seconds);
  void validate_if_due();
  /// `change` alters the status together with the snapshot: a reader sees both or neither.
  void publish(bool force, const std::function<void()>& change = {});
  void enqueue(std::function<void(Trainer&)> work);

  std::unique_ptr<Trainer> trainer_;  // touched by the run's thread alone
  RunOptions options_;
  double last_publish_ = -1;
  std::atomic<Index> watched_ = -1;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Request request_;
  bool working_ = false;  ///< a step or a change is under way, or not published yet
  RunStatus status_;
  SnapshotPtr snapshot_;
  std::vector<StepMetrics> steps_;
  std::vector<ValidationMetrics> validations_;
  double window_seconds_ = 0;
  Index window_tokens_ = 0;
  std::thread thread_;
};

}  // namespace attnlab
