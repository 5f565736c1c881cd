// SideLoop: a loop that runs beside the screen.
#pragma once

#include <functional>
#include <thread>

namespace attnlab {

/// On a thread of its own; in a program without threads, in turns that take_turns() gives it. Ends before
/// what its functions use.
class SideLoop {
 public:
  SideLoop() = default;
  /// end() was called, where begin() was.
  ~SideLoop() = default;
  SideLoop(const SideLoop&) = delete;
  SideLoop& operator=(const SideLoop&) = delete;

  /// A thread runs `loop`, which waits for work and returns once its owner wants that. Without threads,
  /// `turn` does one piece of the loop's work; it returns false, without waiting, where there is nothing to
  /// do now.
  void begin(std::function<void()> loop, std::function<bool()> turn);
  /// Waits until `loop` has returned, or takes turns until there is nothing to do.
  void end();

  /// One turn; false where there was nothing to do.
  bool turn() { return turn_(); }

 private:
  std::thread thread_;
  std::function<bool()> turn_;
};

/// Gives each loop of a program without threads its turns, one after another, until none has anything to do,
/// or about `seconds` have passed. Returns whether there may be more to do. Only the thread that begins and
/// ends the loops may call it.
bool take_turns(double seconds);

}  // namespace attnlab
