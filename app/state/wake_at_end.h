// WakeAtEnd: wakes the screen when background work ends.
#pragma once

#include <functional>

namespace attnlab {

/// The destructor wakes the screen, also after an exception.
struct WakeAtEnd {
  const std::function<void()>& wake;
  ~WakeAtEnd() { wake(); }
};

}  // namespace attnlab
