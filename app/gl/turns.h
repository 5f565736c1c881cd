// Turns: what a window does again and again until it is closed.
#pragma once

#include <memory>

namespace attnlab {

class Turns {
 public:
  virtual ~Turns() = default;
  /// False once there is to be no other.
  virtual bool turn() = 0;
  /// Called after the last turn. Returns the exit code.
  virtual int end() = 0;
};

/// Makes the turns one after another and returns what end() does. In a browser it returns 0 at once, and the
/// browser makes a turn before each picture of the page.
int run_turns(std::unique_ptr<Turns> turns);

}  // namespace attnlab
