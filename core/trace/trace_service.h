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

/// The caller never waits: a newer request replaces one that has not begun, and the latest finished trace is
/// there to be read at any time. All members may be called from any thread.
class TraceService {
 public:
  /// `on_change` is called on the service's thread after each result, to wake the screen.
  explicit TraceService(std::function<void()> on_change = {});
  ~TraceService();
  TraceService(const TraceService&) = delete;
  TraceService& operator=(const TraceService&) = delete;

  void request(std::shared_ptr<const Tracer> tracer, SnapshotPtr snapshot, TraceRequest request);

  /// What the last finished request gave. A failed one keeps the trace before it and says why.
  struct Result {
    TracePtr trace;
    std::shared_ptr<const TraceRequest> request;  ///< that the trace was made of
    std::shared_ptr<const TraceDiff> diff;  ///< what the edits changed in it; null where there were none
    std::string error;                      ///< "" where the last request succeeded
    std::uint64_t count = 0;                ///< finished requests so far
  };
  Result latest() const;
  /// True while a request waits or runs.
  bool busy() const;

 private:
  struct Job {
    std::shared_ptr<const Tracer> tracer;
    SnapshotPtr snapshot;
    TraceRequest request;
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
