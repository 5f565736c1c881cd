// WorkClock: hears from a tape when an operation's work is done, to measure what a pass spends its time on.
#pragma once

namespace attnlab {

class Operation;

/// What passed since it was last told, or since the pass began, was this operation's.
class WorkClock {
 public:
  virtual void made(const Operation& operation) = 0;
  virtual void went_back(const Operation& operation) = 0;

 protected:
  ~WorkClock() = default;
};

}  // namespace attnlab
