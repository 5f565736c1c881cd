// LatestJob: one background job at a time, run again when its inputs change.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/state/wake_at_end.h"
#include "core/config/background.h"
#include "core/config/stop.h"

namespace attnlab {

/// Hands the newest of a series of values from one thread to another.
template <typename T>
class LatestValue {
 public:
  void set(T value) {
    auto next = std::make_shared<const T>(std::move(value));
    const std::lock_guard lock(mutex_);
    value_ = std::move(next);
  }
  /// Null before the first.
  std::shared_ptr<const T> get() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> value_;
};

/// What LatestJob::ask() does while work for another key is under way.
enum class WhenBusy { Wait, Restart };

/// Used by the screen's thread, which waits only in the destructor: there the work in progress is asked to
/// stop and awaited. In a program without threads the work is done when it is asked for. `Key` holds all that
/// the result depends on, with ==.
template <typename Key, typename Result>
class LatestJob {
 public:
  using Work = std::function<Result(StopToken)>;

  explicit LatestJob(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~LatestJob() { stop_.request_stop(); }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  /// Whether work for an equal key was begun.
  bool asked_for(const Key& key) const { return asked_ && *asked_ == key; }

  /// Begins `work` unless work for an equal key was begun, or other work is under way; so call it once a
  /// frame. With Restart, work for another key is asked to stop. Returns whether `work` began.
  bool ask(Key key, Work work, WhenBusy when_busy = WhenBusy::Wait) {
    take();
    if (asked_for(key)) return false;
    if (running_.valid()) {
      if (when_busy == WhenBusy::Restart) stop_.request_stop();
      return false;
    }
    asked_ = std::move(key);
    stop_ = StopSource();
    running_ = in_background([work = std::move(work), token = stop_.get_token(), wake = wake_] {
      const WakeAtEnd at_end{wake};
      return std::make_shared<const Result>(work(token));
    });
    return true;
  }

  /// Takes a finished result; call it once a frame.
  void take() {
    if (!running_.ready()) return;
    auto done = std::move(running_);
    if (stop_.stop_requested()) return asked_.reset();
    error_.clear();
    try {
      result_ = done.get();
    } catch (const std::exception& failure) {
      error_ = failure.what();
    }
  }

  /// Forgets everything; work in progress is asked to stop, and its result is dropped.
  void clear() {
    stop_.request_stop();
    if (!running_.valid()) asked_.reset();
    result_ = nullptr;
    error_.clear();
  }

  const std::shared_ptr<const Result>& result() const { return result_; }
  /// Why the newest work failed; the earlier result stays.
  const std::string& error() const { return error_; }
  bool busy() const { return running_.valid(); }

 private:
  std::function<void()> wake_;
  StopSource stop_;
  std::optional<Key> asked_;
  std::shared_ptr<const Result> result_;
  std::string error_;
  Background<std::shared_ptr<const Result>> running_;  ///< last: awaited before what it uses goes
};

/// A LatestJob whose work tells what it has found so far.
template <typename Key, typename Result>
class GrowingJob {
 public:
  using Tell = std::function<void(const Result&)>;
  using Work = std::function<Result(const StopToken&, const Tell&)>;

  explicit GrowingJob(std::function<void()> wake) : job_(wake), wake_(std::move(wake)) {}

  bool asked_for(const Key& key) const { return job_.asked_for(key); }
  /// As LatestJob::ask().
  bool ask(Key key, Work work, WhenBusy when_busy = WhenBusy::Restart) {
    const auto so_far = std::make_shared<LatestValue<Result>>();
    const bool began = job_.ask(
        std::move(key),
        [work = std::move(work), so_far, wake = wake_](const StopToken& stop) {
          return work(stop, [&](const Result& now) {
            so_far->set(now);
            wake();
          });
        },
        when_busy);
    if (began) so_far_ = so_far;
    return began;
  }
  void take() { job_.take(); }
  void clear() {
    so_far_.reset();
    job_.clear();
  }
  /// While it works, what it has found so far; null before the first.
  std::shared_ptr<const Result> result() const { return busy() && so_far_ ? so_far_->get() : job_.result(); }
  /// What the newest finished work has found.
  const std::shared_ptr<const Result>& done() const { return job_.result(); }
  const std::string& error() const { return job_.error(); }
  bool busy() const { return job_.busy(); }

 private:
  LatestJob<Key, Result> job_;
  std::shared_ptr<LatestValue<Result>> so_far_;
  std::function<void()> wake_;
};

}  // namespace attnlab
