// Spaced states: every n-th of the steps that are stored before any is thinned away.
#include "core/training/run/spaced_states.h"

#include <algorithm>
#include <bit>

namespace attnlab {
namespace {

constexpr Index kDense = 128;          ///< each step up to here is spaced
constexpr Index kOctave = kDense / 2;  ///< so many of each octave from there on

/// The octave of a step from kDense on, counted from there.
int octave_of(Index step) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(step / kDense))) - 1;
}

/// How many spaced steps there are from 1 up to `step`.
Index spacing_rank(Index step) {
  if (step <= kDense) return step;
  const int octave = octave_of(step);
  const Index apart = Index{2} << octave;
  return kDense + kOctave * octave + (step - (kDense << octave)) / apart;
}

Index step_at(Index rank) {
  if (rank <= kDense) return rank;
  const Index octave = (rank - kDense) / kOctave, within = (rank - kDense) % kOctave;
  return (kDense << octave) + within * (Index{2} << octave);
}

}  // namespace

std::vector<StatePtr> spaced_states(const Timeline& timeline, std::size_t most, Newest newest) {
  if (timeline.states.size() <= most) return timeline.states;
  const StatePtr& last = timeline.states.back();
  const Index rank = spacing_rank(last->step());
  // Beside the multiples of `apart` there are the first of them, 0, and the newest.
  Index apart = 1;
  while (rank / apart + 2 > static_cast<Index>(most)) apart *= 2;
  std::vector<StatePtr> chosen;
  for (Index at = 0; at <= rank; at += apart) {
    const StatePtr state = timeline.nearest(step_at(at));
    if (chosen.empty() || chosen.back()->step() < state->step()) chosen.push_back(state);
  }
  if (newest == Newest::Always && chosen.back() != last) chosen.push_back(last);
  return chosen;
}

std::vector<std::size_t> coarse_first(std::size_t count) {
  std::vector<std::size_t> order;
  std::vector<bool> taken(count, false);
  const auto take = [&](std::size_t i) {
    if (i >= count || taken[i]) return;
    taken[i] = true;
    order.push_back(i);
  };
  take(0);
  if (count > 0) take(count - 1);
  for (std::size_t apart = std::bit_ceil(count); apart > 0; apart /= 2)
    for (std::size_t i = apart; i < count; i += apart) take(i);
  return order;
}

}  // namespace attnlab
