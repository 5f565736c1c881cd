// The rows of all walk ranges.
#include "app/state/walk/walk_range.h"

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using Steps = std::pair<std::size_t, std::size_t>;

Steps of_part(const PassWalk& walk, std::size_t here) { return walk.part_of(here); }
Steps of_forward(const PassWalk& walk, std::size_t /*here*/) { return {0, walk.forward}; }
Steps of_all(const PassWalk& walk, std::size_t /*here*/) { return {0, walk.steps.size()}; }

}  // namespace

std::span<const WalkRange> walk_ranges() {
  static constexpr WalkRange kRanges[] = {
      {"attention", tr_mark("this part"), of_part},
      {"forward", tr_mark("forward pass"), of_forward},
      {"pass", tr_mark("both passes"), of_all},
  };
  return kRanges;
}

const WalkRange& walk_range(std::string_view name) { return row_named(walk_ranges(), "range", name); }

const WalkRange& next_range(const WalkRange& range) {
  const std::span<const WalkRange> all = walk_ranges();
  return all[static_cast<std::size_t>(&range - all.data() + 1) % all.size()];
}

}  // namespace attnlab
