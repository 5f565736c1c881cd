// What the window does on Wayland for the sake of GLFW before 3.5.
#include <cmath>

#include "app/gl/window_system.h"

namespace attnlab {

/// Wayland counts scales in 120ths.
int with_whole_pixels(int length, float scale) {
  constexpr int kParts = 120;
  const auto parts = static_cast<int>(std::lround(scale * kParts));
  while (length > 1 && length * parts % kParts >= kParts / 2) --length;
  return length;
}

}  // namespace attnlab
