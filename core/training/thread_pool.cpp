// ThreadPool: a job is opened, workers join it while it is open, and it is over when all have left.
#include "core/training/thread_pool.h"

#include <chrono>
#include <utility>

#include "core/config/threads.h"

namespace attnlab {

namespace {

using Clock = std::chrono::steady_clock;

/// Waits awake, but not for longer than a sleeping thread takes to wake.
template <typename Condition>
void spin_until(const Condition& condition) {
  const Clock::time_point end = Clock::now() + std::chrono::microseconds(30);
  while (!condition() && Clock::now() < end) {
  }
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  if (!has_threads()) threads = 1;
  try {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
  } catch (...) {
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  begun_.notify_all();
}

void ThreadPool::run(const Job& job) {
  open(job);
  work();
  close();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ThreadPool::open(const Job& job) {
  {
    const std::scoped_lock lock(mutex_);
    job_ = job;
    next_ = 0;
    open_ = true;
    ++jobs_;
  }
  if (job.items > 1) begun_.notify_all();
}

/// A worker that has not joined by now stays out: no thread waits for a sleeping worker.
void ThreadPool::close() {
  std::unique_lock lock(mutex_);
  open_ = false;
  lock.unlock();
  spin_until([&] { return active_ == 0; });
  lock.lock();
  done_.wait(lock, [&] { return active_ == 0; });
}

void ThreadPool::work() {
  try {
    for (Index item = next_++; item < job_.items; item = next_++) job_.call(job_.context, item);
  } catch (...) {
    fail();
  }
}

void ThreadPool::fail() {
  next_ = job_.items;
  const std::scoped_lock lock(mutex_);
  if (!error_) error_ = std::current_exception();
}

void ThreadPool::serve() {
  for (std::uint64_t seen = 0; join(seen);) {
    work();
    leave();
  }
}

/// Waits for an open job that is not the one `seen`; false when the pool ends.
bool ThreadPool::join(std::uint64_t& seen) {
  spin_until([&] { return jobs_ != seen; });
  std::unique_lock lock(mutex_);
  begun_.wait(lock, [&] { return stopping_ || (open_ && jobs_ != seen); });
  if (stopping_) return false;
  seen = jobs_;
  ++active_;
  return true;
}

void ThreadPool::leave() {
  const std::scoped_lock lock(mutex_);
  if (--active_ == 0) done_.notify_one();
}

}  // namespace attnlab
