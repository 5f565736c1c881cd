// CommandQueue: commands that are applied one after another, each once the work of the one before has ended;
// and CommandRunner, which applies them.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>

#include "app/base/condition.h"
#include "app/state/command.h"
#include "app/state/limits.h"

namespace attnlab {

/// Applies commands that no person gives, as a lesson's, and says what has become of them.
class CommandRunner {
 public:
  virtual ~CommandRunner() = default;
  /// Throws std::invalid_argument.
  virtual void run(const Command& command) = 0;
  /// Whether nothing is being opened, saved, trained or traced.
  virtual bool work_is_done() const = 0;
  /// Of the commands that come next.
  virtual Limits limits() const = 0;
  virtual ExpressionSource expressions() const = 0;
};

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
