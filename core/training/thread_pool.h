// ThreadPool: one function for many items, side by side, without the heap.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/config/stop.h"
#include "core/tensor/real.h"

namespace attnlab {

/// Threads that wait for work: for a few microseconds awake, then asleep. One thread calls `each`.
class ThreadPool {
 public:
  /// `threads` counts the caller of `each`, who works too, and alone in a program without threads. Throws
  /// std::system_error where the system has no more threads to give.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls work(0) … work(items − 1), in any order and side by side, and waits for all. What the first call
  /// to fail threw is thrown here, and items not begun by then are left out.
  template <typename Work>
  void each(Index items, const Work& work) {
    run({items, [](const void* context, Index item) { (*static_cast<const Work*>(context))(item); }, &work});
  }

 private:
  struct Job {
    Index items = 0;
    void (*call)(const void* context, Index item) = nullptr;
    const void* context = nullptr;
  };

  void run(const Job& job);
  void open(const Job& job);
  void close();
  void work();
  void serve();
  bool join(std::uint64_t& seen);
  void leave();
  void fail();
  void stop();

  std::mutex mutex_;  // guards all but next_; the other atomics are read without it by who waits awake
  std::condition_variable begun_, done_;
  Job job_;
  std::atomic<Index> next_{0};
  std::atomic<std::uint64_t> jobs_{0};  // opened so far
  std::atomic<int> active_{0};          // workers inside the job
  bool open_ = false, stopping_ = false;
  std::exception_ptr error_;
  std::vector<JoiningThread> workers_;  // last, so that they end first
};

}  // namespace attnlab
