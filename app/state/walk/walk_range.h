// Walk ranges: what of a pass is played by itself, one row each.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "app/state/walk/pass_walk.h"

namespace attnlab {

struct WalkRange {
  std::string_view name;  ///< in `walk.range NAME`
  const char* title;      ///< on screen
  /// First step and one past the last, where step `here` is on the stage.
  std::pair<std::size_t, std::size_t> (*steps)(const PassWalk& walk, std::size_t here);
};

std::span<const WalkRange> walk_ranges();
/// Throws std::invalid_argument with near names.
const WalkRange& walk_range(std::string_view name);
/// The one after it; the first after the last.
const WalkRange& next_range(const WalkRange& range);

}  // namespace attnlab
