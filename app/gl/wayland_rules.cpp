// What the window does on Wayland for the sake of GLFW before 3.5.
#include <algorithm>
#include <array>
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

bool leaves_frames_to_programs(std::string_view desktops) {
  constexpr std::array<std::string_view, 3> kNames{"GNOME", "X-Cinnamon", "Pantheon"};
  while (!desktops.empty()) {
    const std::string_view name = desktops.substr(0, desktops.find(':'));
    if (std::ranges::find(kNames, name) != kNames.end()) return true;
    desktops.remove_prefix(std::min(name.size() + 1, desktops.size()));
  }
  return false;
}

}  // namespace attnlab
