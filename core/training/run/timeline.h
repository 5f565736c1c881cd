// Timeline: the stored states of a run's past steps, and its events.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/training/training_state.h"

namespace attnlab {

/// A stored step with a name; it is never thinned away.
struct Pin {
  Index step = 0;
  std::string name;
  friend bool operator==(const Pin&, const Pin&) = default;
};

/// A change that was made to the run after `step` steps.
struct TimelineEvent {
  Index step = 0;
  std::string text;  ///< "batch 32 → 64"
  friend bool operator==(const TimelineEvent&, const TimelineEvent&) = default;
};

/// So many bytes of a run's past states stay in memory; the others lie in a temporary file.
inline constexpr std::size_t kStatesInMemory = std::size_t{8} << 20;

/// A plain value; copies share the states.
struct Timeline {
  std::vector<StatePtr> states;       ///< in rising order of steps
  std::vector<Pin> pins;              ///< in rising order of steps
  std::vector<TimelineEvent> events;  ///< by step

  /// The stored state nearest to `step`, the earlier of two as near; null where none is stored.
  StatePtr nearest(Index step) const;
  /// The state of `step` itself, or null.
  StatePtr at(Index step) const;
  const Pin* pin_at(Index step) const;
  /// Bytes of the states.
  std::size_t bytes() const;
  /// Of those that do not lie in a file.
  std::size_t bytes_in_memory() const;
};

using TimelinePtr = std::shared_ptr<const Timeline>;

/// Whether the state after `step` steps is to be stored: all of the first 64, then every second up to 128,
/// every fourth up to 256 and so on, so that neighbors are at most a 32nd of their step apart.
bool is_spaced(Index step);

/// Adds a state, or replaces the state of the same step.
void store(Timeline& timeline, StatePtr state);

/// Removes states until the rest need at most `most_bytes`: each time the one whose neighbors are the
/// closest, the oldest of several such. The first, the last and those with a pin stay, whatever they need.
void thin(Timeline& timeline, std::size_t most_bytes);

/// The timeline up to and including `step`.
Timeline until(const Timeline& timeline, Index step);

}  // namespace attnlab
