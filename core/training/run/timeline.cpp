// Timeline: which steps are stored.
#include "core/training/run/timeline.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace attnlab {
namespace {

Index step_of(const StatePtr& state) { return state->step(); }

/// The state to remove next; the end where none may be removed.
std::vector<StatePtr>::const_iterator least_missed(const Timeline& timeline) {
  const auto& states = timeline.states;
  auto best = states.end();
  Index closest = std::numeric_limits<Index>::max();
  for (auto at = states.begin(); at != states.end(); ++at) {
    if (at == states.begin() || std::next(at) == states.end() || timeline.pin_at(step_of(*at))) continue;
    const Index apart = step_of(*std::next(at)) - step_of(*std::prev(at));
    if (apart >= closest) continue;
    closest = apart;
    best = at;
  }
  return best;
}

}  // namespace

StatePtr Timeline::nearest(Index step) const {
  if (states.empty()) return nullptr;
  const auto after = std::ranges::lower_bound(states, step, {}, step_of);
  if (after == states.begin()) return *after;
  if (after == states.end()) return states.back();
  const auto before = std::prev(after);
  return step - step_of(*before) <= step_of(*after) - step ? *before : *after;
}

StatePtr Timeline::at(Index step) const {
  const auto found = std::ranges::lower_bound(states, step, {}, step_of);
  return found != states.end() && step_of(*found) == step ? *found : nullptr;
}

const Pin* Timeline::pin_at(Index step) const {
  const auto found = std::ranges::find(pins, step, &Pin::step);
  return found == pins.end() ? nullptr : &*found;
}

std::size_t Timeline::bytes() const {
  std::size_t all = 0;
  for (const StatePtr& state : states) all += state->bytes();
  return all;
}

std::size_t Timeline::bytes_in_memory() const {
  std::size_t all = 0;
  for (const StatePtr& state : states)
    if (!state->lies_in_file()) all += state->bytes();
  return all;
}

bool is_spaced(Index step) {
  constexpr int kDenseOctaves = 6;  // 64 = 2⁶
  if (step <= 0) return step == 0;
  const int octave = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(step))) - 1;
  const Index apart = Index{1} << std::max(0, octave - kDenseOctaves + 1);
  return step % apart == 0;
}

void store(Timeline& timeline, StatePtr state) {
  const auto at = std::ranges::lower_bound(timeline.states, state->step(), {}, step_of);
  if (at != timeline.states.end() && step_of(*at) == state->step()) {
    *at = std::move(state);
  } else {
    timeline.states.insert(at, std::move(state));
  }
}

void thin(Timeline& timeline, std::size_t most_bytes) {
  for (std::size_t bytes = timeline.bytes(); bytes > most_bytes;) {
    const auto found = least_missed(timeline);
    if (found == timeline.states.end()) return;
    bytes -= (*found)->bytes();
    timeline.states.erase(found);
  }
}

Timeline until(const Timeline& timeline, Index step) {
  Timeline past = timeline;
  std::erase_if(past.states, [&](const StatePtr& state) { return state->step() > step; });
  std::erase_if(past.pins, [&](const Pin& pin) { return pin.step > step; });
  std::erase_if(past.events, [&](const TimelineEvent& event) { return event.step > step; });
  return past;
}

}  // namespace attnlab
