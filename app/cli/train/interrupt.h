// Interrupt: Ctrl-C as a request to stop, so that work can be saved.
#pragma once

namespace attnlab {

/// While a guard exists, the first SIGINT or SIGTERM only sets a flag; the second ends the program at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool requested();
};

}  // namespace attnlab
