// StopToken, StopSource, JoiningThread: the standard library's, or their like where it has none yet.
#pragma once

#include <version>

#ifdef __cpp_lib_jthread

#include <stop_token>
#include <thread>

namespace attnlab {

using StopToken = std::stop_token;
using StopSource = std::stop_source;
using JoiningThread = std::jthread;

}  // namespace attnlab

#else

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace attnlab {

/// Whether work has been asked to stop; one that nobody made never is.
class StopToken {
 public:
  StopToken() = default;
  bool stop_requested() const noexcept { return asked_ && asked_->load(); }

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const std::atomic<bool> > asked) : asked_(std::move(asked)) {}

  std::shared_ptr<const std::atomic<bool> > asked_;
};

/// Asks the work with its tokens to stop.
class StopSource {
 public:
  StopSource() : asked_(std::make_shared<std::atomic<bool> >(false)) {}
  /// True for the first to ask.
  bool request_stop() noexcept { return !asked_->exchange(true); }
  bool stop_requested() const noexcept { return asked_->load(); }
  StopToken get_token() const noexcept { return StopToken(asked_); }

 private:
  std::shared_ptr<std::atomic<bool> > asked_;
};

/// A thread that is waited for at the end of its scope.
class JoiningThread {
 public:
  template <typename Work, typename... Arguments>
  explicit JoiningThread(Work&& work, Arguments&&... arguments)
      : thread_(std::forward<Work>(work), std::forward<Arguments>(arguments)...) {}
  JoiningThread(JoiningThread&&) = default;
  ~JoiningThread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

}  // namespace attnlab

#endif
