// Work in the background, whose result is asked for later.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace attnlab {

using Deadline = std::chrono::steady_clock::time_point;
constexpr Deadline kNoDeadline = Deadline::max();

/// Until when the thread that draws may wait, beginning now: without end, but for two seconds in a page of a
/// browser, where a thread may begin only while the one that draws does not wait.
Deadline deadline_of_screen();

/// Waits for the end until the deadline; false where it passed.
bool wait_for_end(const std::future<void>& end, Deadline deadline);

/// Work on a thread of its own; in a program without threads it is done at once, where it begins. Whoever
/// holds it waits for its end in the destructor, and where other work takes its place.
class BackgroundWork {
 public:
  BackgroundWork() = default;  ///< none
  explicit BackgroundWork(std::function<void()> work);

  /// Whether there is work whose end was not taken.
  bool valid() const { return done_.valid(); }
  /// Whether get() would not wait; false where there is none.
  bool ready() const;
  /// As wait_for_end(). There is work.
  bool wait(Deadline deadline) const { return wait_for_end(done_, deadline); }
  /// Waits for the work's end, takes it, and throws what the work threw.
  void get() { done_.get(); }

 private:
  std::future<void> done_;
};

/// Work in the background that makes a `Result`. The code for each type is little, as everything but the
/// result itself is BackgroundWork's.
template <typename Result>
class Background {
 public:
  Background() = default;  ///< none
  template <typename Work>
  explicit Background(Work work)
      : result_(std::make_unique<std::optional<Result>>()),
        work_([work = std::move(work), into = result_.get()]() mutable { into->emplace(work()); }) {}
  Background(Background&&) = default;
  Background& operator=(Background&& other) noexcept {
    work_ = std::move(other.work_);  // first: work that is replaced is awaited before its result goes
    result_ = std::move(other.result_);
    return *this;
  }

  bool valid() const { return work_.valid(); }
  bool ready() const { return work_.ready(); }
  bool wait(Deadline deadline) const { return work_.wait(deadline); }
  /// As BackgroundWork's, and returns what the work returned.
  Result get() {
    work_.get();
    return std::move(**std::exchange(result_, nullptr));
  }

 private:
  std::unique_ptr<std::optional<Result>> result_;
  BackgroundWork work_;  ///< last: awaited before its result goes
};

/// Begins `work`, which can be copied. The answer holds what `work` returns or throws.
template <typename Work>
auto in_background(Work work) {
  using Result = std::invoke_result_t<Work&>;
  if constexpr (std::is_void_v<Result>)
    return BackgroundWork(std::move(work));
  else
    return Background<Result>(std::move(work));
}

}  // namespace attnlab
