// wait_until: a condition comes true, however slow the machine is.
#pragma once

#include <chrono>
#include <thread>

namespace attnlab {

/// As long as a sanitizer's program may take beside other work.
constexpr std::chrono::seconds kSlowMachine{240};

template <typename Condition>
bool wait_until(Condition condition, std::chrono::seconds limit = kSlowMachine) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace attnlab
