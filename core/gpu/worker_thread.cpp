// The thread's queue: its callers wait in it.
#include "core/gpu/worker_thread.h"

#include <utility>

namespace attnlab::gpu {

WorkerThread::WorkerThread(std::function<void()> begin, std::function<void()> end)
    : begin_(std::move(begin)), end_(std::move(end)) {
  thread_ = std::thread([this] { serve(); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return started_; });
  if (!failure_) return;
  lock.unlock();
  thread_.join();
  std::rethrow_exception(failure_);
}

WorkerThread::~WorkerThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void WorkerThread::run(const std::function<void()>& work) {
  Task task{.work = &work};
  std::unique_lock lock(mutex_);
  queue_.push_back(&task);
  changed_.notify_all();
  changed_.wait(lock, [&] { return task.done; });
  if (task.failure) std::rethrow_exception(task.failure);
}

void WorkerThread::serve() {
  start();
  if (failure_) return;
  work_on_queue();
  end_();
}

void WorkerThread::start() {
  std::exception_ptr failure;
  try {
    begin_();
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  started_ = true;
  changed_.notify_all();
}

void WorkerThread::work_on_queue() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    Task* const task = queue_.front();
    queue_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*task->work)();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    task->failure = failure;
    task->done = true;
    changed_.notify_all();
  }
}

}  // namespace attnlab::gpu
