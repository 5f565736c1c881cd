// StepClock: when the next step of a run may begin, where a run learns slowly enough to be watched.
#pragma once

#include <algorithm>
#include <limits>

namespace attnlab {

/// Times are in seconds from any moment on.
class StepClock {
 public:
  /// At most so many steps a second; 0: no limit. The next step may begin at once.
  void set_limit(double steps_per_second) {
    limit_ = std::max(steps_per_second, 0.0);
    due_ = -std::numeric_limits<double>::infinity();
  }
  double limit() const { return limit_; }

  /// Seconds from `now` until the next step may begin; 0: it may begin now.
  double wait(double now) const { return limit_ > 0 ? std::max(due_ - now, 0.0) : 0; }
  /// A step begins at `now`.
  void begin(double now) {
    if (limit_ > 0) due_ = now + 1 / limit_;
  }
  /// Whether steps are at least `seconds` apart.
  bool is_slower_than(double seconds) const { return limit_ > 0 && limit_ * seconds <= 1 + 1e-9; }

 private:
  double limit_ = 0;
  double due_ = -std::numeric_limits<double>::infinity();
};

}  // namespace attnlab
