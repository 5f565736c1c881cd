// Command outcome: how a command with a ticket ended.
#pragma once

#include <cstdint>
#include <string>

namespace attnlab {

/// The outcome of the newest command with a ticket.
struct CommandOutcome {
  enum class Wait { None, Opening, Saving, Reading };
  std::uint64_t ticket = 0;  ///< 0: there was none yet
  Wait wait = Wait::None;    ///< for the work that the command began
  std::string error;         ///< "" where it succeeded, or has not ended

  bool pending() const { return wait != Wait::None; }
  /// The work that the command began has ended with this error, or "".
  void end(Wait what, const std::string& why) {
    if (wait != what) return;
    wait = Wait::None;
    error = why;
  }
};

}  // namespace attnlab
