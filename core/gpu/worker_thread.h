// WorkerThread: one thread that does what all others ask of it, in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace attnlab {

class WorkerThread {
 public:
  /// `begin` is the first thing that the thread does, `end` the last. What `begin` throws is thrown here, and
  /// nothing else is done then.
  WorkerThread(std::function<void()> begin, std::function<void()> end);
  /// Nobody may still wait in run().
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  /// Waits until the thread has done `work`, and throws what it throws. Not to be called on the thread
  /// itself.
  void run(const std::function<void()>& work);
  /// Whether the caller is on the thread.
  bool is_this() const { return std::this_thread::get_id() == thread_.get_id(); }

 private:
  struct Task {
    const std::function<void()>* work;
    bool done = false;
    std::exception_ptr failure;
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

}  // namespace attnlab
