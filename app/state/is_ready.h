// Whether background work has ended, without waiting for its end.
#pragma once

#include <chrono>
#include <future>

namespace attnlab {

template <typename T>
bool is_ready(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace attnlab
