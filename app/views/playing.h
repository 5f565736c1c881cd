// Playing: something goes on by itself at a pace, as if "next" were pressed.
#pragma once

#include <imgui.h>

#include <algorithm>

#include "app/widgets/context.h"

namespace attnlab {

class Playing {
 public:
  enum class Now { Off, Begins, Waits, Due };

  /// Once a frame. `pause`: seconds from one step to the next.
  Now at(bool on, double pause) {
    const bool begins = on && !was_on_;
    was_on_ = on;
    if (!on) return Now::Off;
    widgets().animating = true;
    const double now = ImGui::GetTime();
    next_at_ = begins ? now + pause : std::min(next_at_, now + pause);
    if (begins) return Now::Begins;
    if (now < next_at_) return Now::Waits;
    next_at_ = now + pause;
    return Now::Due;
  }

 private:
  bool was_on_ = false;
  double next_at_ = 0;
};

}  // namespace attnlab
