// Playing: steps forward at a pace, as if "next" were pressed.
#pragma once

#include <algorithm>

namespace attnlab {

/// Seconds for which a step of a walk is shown at the usual pace.
constexpr double kSecondsPerStep = 1.2;

class Playing {
 public:
  enum class Now { Off, Begins, Waits, Due };

  /// Once a frame, at the time `now`. `pause`: seconds for which a step is shown, longer while the next
  /// step is not `ready`. Times are in seconds.
  Now at(bool on, double now, double pause, bool ready = true) {
    const bool begins = on && !was_on_;
    was_on_ = on;
    if (!on) return Now::Off;
    if (begins) since_ = now;
    if (begins) return Now::Begins;
    if (now < since_ + pause || !ready) return Now::Waits;
    since_ = std::max(since_ + pause, now - pause);  // keeps the pace where frames come late
    return Now::Due;
  }

 private:
  bool was_on_ = false;
  double since_ = 0;
};

}  // namespace attnlab
