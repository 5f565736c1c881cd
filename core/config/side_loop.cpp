// Loops on threads, or in turns.
#include "core/config/side_loop.h"

#include <chrono>
#include <utility>
#include <vector>

#include "core/config/threads.h"

namespace attnlab {
namespace {

using Clock = std::chrono::steady_clock;

/// Those that have begun, in a program without threads.
std::vector<SideLoop*>& loops() {
  static std::vector<SideLoop*> all;
  return all;
}

}  // namespace

void SideLoop::begin(std::function<void()> loop, std::function<bool()> turn) {
  if (has_threads()) {
    thread_ = std::thread(std::move(loop));
  } else {
    turn_ = std::move(turn);
    loops().push_back(this);
  }
}

void SideLoop::end() {
  if (thread_.joinable()) return thread_.join();
  while (turn()) {
  }
  std::erase(loops(), this);
}

bool take_turns(double seconds) {
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  static std::size_t next = 0;  // so that a loop with long turns does not keep the others from theirs
  for (std::size_t idle = 0; idle < loops().size();) {
    next = next < loops().size() ? next : 0;
    idle = loops()[next++]->turn() ? 0 : idle + 1;
    if (idle == 0 && Clock::now() >= end) return true;
  }
  return false;
}

}  // namespace attnlab
