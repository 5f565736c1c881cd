// Work on threads, or done at once.
#include "core/config/background.h"

#include "core/config/threads.h"

namespace attnlab {

Deadline deadline_of_screen() {
#ifdef __EMSCRIPTEN__
  constexpr std::chrono::seconds kMost{2};
  return std::chrono::steady_clock::now() + kMost;
#else
  return kNoDeadline;
#endif
}

bool wait_for_end(const std::future<void>& end, Deadline deadline) {
  if (deadline != kNoDeadline) return end.wait_until(deadline) == std::future_status::ready;
  end.wait();
  return true;
}

BackgroundWork::BackgroundWork(std::function<void()> work) {
  if (has_threads()) {
    done_ = std::async(std::launch::async, std::move(work));
    return;
  }
  std::packaged_task<void()> task(std::move(work));
  done_ = task.get_future();
  task();
}

bool BackgroundWork::ready() const {
  return done_.valid() && done_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace attnlab
