// Work on threads, or done at once.
#include "core/config/background.h"

#include <chrono>

#include "core/config/threads.h"

namespace attnlab {

bool wait_for_end(const std::future<void>& end) {
#ifdef __EMSCRIPTEN__
  constexpr std::chrono::seconds kMost{2};
  return end.wait_for(kMost) == std::future_status::ready;
#else
  end.wait();
  return true;
#endif
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
