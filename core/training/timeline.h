// Timeline: the past steps of a run whose weights are kept, and what happened on the way.
#pragma once

#include <string>
#include <vector>

#include "core/training/training_state.h"

namespace attnlab {

/// A kept step with a name; it is never thinned away.
struct Pin {
  Index step = 0;
  std::string name;
  friend bool operator==(const Pin&, const Pin&) = default;
};

/// Something that was done to the run after so many steps.
struct TimelineEvent {
  Index step = 0;
  std::string text;  ///< "batch 32 → 64"
  friend bool operator==(const TimelineEvent&, const TimelineEvent&) = default;
};

/// A plain value; copies share the states.
struct Timeline {
  std::vector<StatePtr> kept;         ///< by step, which rises
  std::vector<Pin> pins;              ///< the same
  std::vector<TimelineEvent> events;  ///< by step

  /// The state kept nearest to `step`, the earlier of two as near; null where none is kept.
  StatePtr nearest(Index step) const;
  /// That of `step` itself, or null.
  StatePtr at(Index step) const;
  const Pin* pin_at(Index step) const;
  /// Of the states that are kept.
  std::size_t bytes() const;
};

using TimelinePtr = std::shared_ptr<const Timeline>;

/// Whether the state after `step` steps is one to keep: all of the first 64, then every second up to 128,
/// every fourth up to 256 and so on, so that neighbours are at most a 32nd of their step apart.
bool is_spaced(Index step);

/// Adds a state, in the place of one of the same step.
void keep(Timeline& timeline, StatePtr state);

/// Takes states away until those left need at most `most_bytes`: each time the one whose neighbours are the
/// closest, the oldest of several such. The first, the last and those with a pin stay, whatever they need.
void thin(Timeline& timeline, std::size_t most_bytes);

/// What there was up to and with `step`.
Timeline until(const Timeline& timeline, Index step);

}  // namespace attnlab
