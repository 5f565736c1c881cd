// Interrupt: Ctrl-C as a wish to end, not an end.
#pragma once

namespace attnlab {

/// While one exists, the first SIGINT or SIGTERM is only noted; the second ends the program at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool requested();
};

}  // namespace attnlab
