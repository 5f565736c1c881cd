// From pair to pair of a text with context windows.
#include "core/tasks/base/context_windows.h"

#include <algorithm>

namespace attnlab {
namespace {

Index text_length(const ContextWindows& windows) { return std::ssize(windows.words()); }

Index pairs_at(const ContextWindows& windows, Index at) {
  const ContextWindow window = windows.window(at);
  return window.neighbours() > 0 ? windows.pairs(window) : 0;
}

/// The place with pairs `step` places on, or further; some place of a task's text has them.
Index place_with_pairs(const ContextWindows& windows, Index at, Index step) {
  const Index length = text_length(windows);
  do at = (at + step + length) % length;
  while (pairs_at(windows, at) == 0);
  return at;
}

}  // namespace

PairPlace pair_at(const ContextWindows& windows, PairPlace place) {
  const Index at = std::clamp<Index>(place.at, 0, text_length(windows) - 1), pairs = pairs_at(windows, at);
  if (pairs == 0) return {place_with_pairs(windows, at, 1), 0};
  return {at, std::clamp<Index>(place.which, 0, pairs - 1)};
}

PairPlace next_pair(const ContextWindows& windows, PairPlace place) {
  const PairPlace now = pair_at(windows, place);
  if (now.which + 1 < pairs_at(windows, now.at)) return {now.at, now.which + 1};
  return {place_with_pairs(windows, now.at, 1), 0};
}

PairPlace previous_pair(const ContextWindows& windows, PairPlace place) {
  const PairPlace now = pair_at(windows, place);
  if (now.which > 0) return {now.at, now.which - 1};
  const Index at = place_with_pairs(windows, now.at, -1);
  return {at, pairs_at(windows, at) - 1};
}

}  // namespace attnlab
