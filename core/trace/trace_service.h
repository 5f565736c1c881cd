// TraceService: a thread that traces the latest request and publishes the result.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/trace/trace_diff.h"
#include "core/trace/tracer.h"

namespace attnlab {

/// Another pass of the same model, which a trace is compared with.
struct Baseline {
  SnapshotPtr snapshot;
  TraceRequest request;
  bool same_target = false;  ///< a target that the trace generated is the baseline's too
};

/// From a baseline to the trace; null with a reason where the baseline could not be traced.
struct Compared {
  std::shared_ptr<const TraceDiff> diff;
  std::string error;
};

/// The caller never waits: a newer request replaces one that has not begun, and the latest finished trace is
/// there to be read at any time. All members may be called from any thread.
class TraceService {
 public:
  /// `on_change` is called on the service's thread after each result, to wake the screen.
  explicit TraceService(std::function<void()> on_change = {});
  ~TraceService();
  TraceService(const TraceService&) = delete;
  TraceService& operator=(const TraceService&) = delete;

  void request(std::shared_ptr<const Tracer> tracer, SnapshotPtr snapshot, TraceRequest request,
               std::vector<Baseline> baselines = {});

  /// What the last finished request gave. A failed one keeps the trace before it and says why.
  struct Result {
    TracePtr trace;
    std::shared_ptr<const TraceRequest> request;  ///< that the trace was made of
    std::vector<Compared> compared;               ///< from each baseline to it, in the order of the request
    std::string error;                            ///< "" where the last request succeeded
    std::uint64_t count = 0;                      ///< finished requests so far
  };
  Result latest() const;
  /// True while a request waits or runs.
  bool busy() const;

 private:
  struct Job {
    std::shared_ptr<const Tracer> tracer;
    SnapshotPtr snapshot;
    TraceRequest request;
    std::vector<Baseline> baselines;
  };
  void run();
  void work(const Job& job);

  std::function<void()> on_change_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Job> waiting_;
  bool running_ = false;
  bool stopping_ = false;
  Result result_;
  std::thread thread_;
};

}  // namespace attnlab
