// WakeAtEnd: the screen is told when work in the background is over.
#pragma once

#include <functional>

namespace attnlab {

/// Wakes the screen when work in the background ends, however it ends.
struct WakeAtEnd {
  const std::function<void()>& wake;
  ~WakeAtEnd() { wake(); }
};

}  // namespace attnlab
