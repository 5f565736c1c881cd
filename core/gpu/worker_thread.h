// WorkerThread: one thread that does the work of other threads, in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace attnlab::gpu {

class WorkerThread {
 public:
  /// The thread runs `begin` first and `end` last. The constructor throws what `begin` throws; then the
  /// thread runs nothing else.
  WorkerThread(std::function<void()> begin, std::function<void()> end);
  /// Nobody may still wait in run().
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  /// Waits until the thread has done `work`, and throws what `work` throws. Do not call this on the thread
  /// itself.
  void run(const std::function<void()>& work);
  /// Whether the caller runs on this thread.
  bool is_this() const { return std::this_thread::get_id() == thread_.get_id(); }

 private:
  struct Task {
    const std::function<void()>* work;
    bool done = false;
    std::exception_ptr failure{};
  };

  void serve();
  void start();
  void work_on_queue();

  std::function<void()> begin_, end_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task*> queue_;
  bool started_ = false, stopping_ = false;
  std::exception_ptr failure_;  ///< of `begin`
  std::thread thread_;
};

}  // namespace attnlab::gpu
