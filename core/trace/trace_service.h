// TraceService: traces the latest request beside the screen and publishes the result.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/config/side_loop.h"
#include "core/trace/trace_diff.h"
#include "core/trace/tracer.h"

namespace attnlab {

/// Another pass of the same model, which a trace is compared with.
struct Baseline {
  SnapshotPtr snapshot;  ///< null: the snapshot of the trace
  TraceRequest request;
  bool same_target = false;  ///< a target that the trace generated is the baseline's too
  friend bool operator==(const Baseline&, const Baseline&) = default;
};

/// A traced pass and its baselines, as a value.
struct TraceJob {
  std::shared_ptr<const Tracer> tracer;
  SnapshotPtr snapshot;
  TraceRequest request;
  std::vector<Baseline> baselines{};
  std::string device{};  ///< what computes attention, by a name: another device makes another job
  friend bool operator==(const TraceJob&, const TraceJob&) = default;
};

/// The difference from a baseline to the trace; null with a reason where the baseline could not be traced.
struct Compared {
  std::shared_ptr<const TraceDiff> diff;
  std::string error;
};

/// The caller never waits: a newer job replaces one that has not begun, and the newest result can be read at
/// any time. All members may be called from any thread.
class TraceService {
 public:
  /// `on_change` is called by the service's loop after each result, and after each layer of a pass that
  /// takes long, to wake the screen.
  explicit TraceService(std::function<void()> on_change = {});
  ~TraceService();
  TraceService(const TraceService&) = delete;
  TraceService& operator=(const TraceService&) = delete;

  /// `gradients` names tensors whose gradients somebody looks at: those that the pass does not keep are
  /// computed before its result is published. They are no part of the job.
  void request(TraceJob job, std::vector<std::string> gradients = {});

  /// The result of a finished job. Immutable.
  struct Result {
    TraceJob job;
    TracePtr trace;                  ///< null where it failed
    std::vector<Compared> compared;  ///< from each baseline to the trace, in the order of the job
    std::string error;               ///< why it failed; "" where there is a trace
    bool target_is_wrong = false;    ///< the error is one of the target text
  };
  using ResultPtr = std::shared_ptr<const Result>;
  /// The result of the job that finished last; null before the first.
  ResultPtr latest() const;
  /// True while a job waits or runs.
  bool busy() const;
  /// Stops the pass that runs now, unless it already computes gradients; the error of its result says so.
  void stop() { stop_pass_ = true; }
  /// How far the pass that runs now has come in the layers of its model, 0 to 1; gradients follow after that.
  double share() const { return share_; }

 private:
  void run();
  bool advance(std::unique_lock<std::mutex>& lock);
  void work(TraceJob job, const std::vector<std::string>& gradients);
  void watch(const NamedTensor& tensor, Index layers);

  std::function<void()> on_change_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<TraceJob> waiting_;
  std::vector<std::string> gradients_;  ///< of the one that waits
  bool running_ = false;
  bool stopping_ = false;
  std::atomic<bool> stop_pass_ = false;
  std::atomic<double> share_ = 0;
  std::chrono::steady_clock::time_point began_{};  ///< the pass; of the service's loop
  ResultPtr result_;
  SideLoop loop_;
};

}  // namespace attnlab
