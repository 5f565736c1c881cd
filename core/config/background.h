// Work in the background, whose result is asked for later.
#pragma once

#include <future>
#include <type_traits>
#include <utility>

#include "core/config/threads.h"

namespace attnlab {

/// Begins `work` on a thread of its own; in a program without threads it is done at once. The future holds
/// what `work` returns or throws; where there are threads, its end waits for the work's.
template <typename Work>
auto in_background(Work work) -> std::future<std::invoke_result_t<Work&>> {
  if (has_threads()) return std::async(std::launch::async, std::move(work));
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  auto result = task.get_future();
  task();
  return result;
}

}  // namespace attnlab
