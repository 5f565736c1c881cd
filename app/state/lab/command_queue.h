// CommandQueue: commands that are applied one after another, each once the work of the one before has ended.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>

#include "app/state/command.h"

namespace attnlab {

/// Used by the screen's thread alone.
class CommandQueue {
 public:
  using Use = std::function<void(const Command&)>;

  /// Puts commands behind those that wait, if there are any; the queue then goes on in any case.
  void add(std::span<const Command> commands);
  void clear() { *this = {}; }

  /// Whether something is left: a command, or the work of the last one.
  bool goes_on() const { return goes_on_; }
  /// How much is done, 0 to 1.
  double share() const;
  /// The command whose work goes on; null between two.
  const Command* running() const { return running_ ? &*running_ : nullptr; }

  /// Call when no work goes on: `ended` is told the command whose work has ended, `apply` applies the next.
  /// Returns true once nothing is left. Throws what `ended` throws, and std::invalid_argument
  /// "COMMAND: why" where `apply` throws; the queue is then as it was, but for that command.
  bool step(const Use& apply, const Use& ended);

 private:
  std::deque<Command> left_;
  std::optional<Command> running_;
  std::size_t all_ = 0;  ///< commands of which left_ is the rest
  bool goes_on_ = false;
};

}  // namespace attnlab
