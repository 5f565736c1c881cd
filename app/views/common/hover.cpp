// Hover: grids of the last frame, looked up at the pointer.
#include "app/views/common/hover.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/widgets/base/context.h"

namespace attnlab {

namespace {

struct HoverGrids {
  Hovered now;
  std::vector<HoverGrid> drawn, before;
};

int place(float at, float low, float high, int count) {
  return std::clamp(static_cast<int>(std::floor((at - low) / (high - low) * static_cast<float>(count))), 0,
                    count - 1);
}

Hovered meaning(const HoverGrid& grid, ImVec2 pointer) {
  Hovered found{grid.attention, grid.layer, grid.head, {}, {}};
  const Box& all = grid.whole.empty() ? grid.box : grid.whole;
  if (grid.query_source)
    found.query = {*grid.query_source, grid.first_query + place(pointer.y, all.min.y, all.max.y, grid.rows)};
  if (grid.key_source)
    found.key = {*grid.key_source, grid.first_key + place(pointer.x, all.min.x, all.max.x, grid.columns)};
  return found;
}

}  // namespace

const Hovered& hovered() { return remembered<HoverGrids>().now; }

void begin_hover(ImVec2 pointer) {
  HoverGrids& r = remembered<HoverGrids>();
  std::swap(r.drawn, r.before);
  r.drawn.clear();
  // The grid drawn last lies on top.
  const auto under = [&](const HoverGrid& grid) { return grid.box.contains(pointer); };
  const auto hit = std::find_if(r.before.rbegin(), r.before.rend(), under);
  r.now = hit == r.before.rend() ? Hovered{} : meaning(*hit, pointer);
}

void hover_grid(const HoverGrid& grid) {
  if (!grid.box.empty()) remembered<HoverGrids>().drawn.push_back(grid);
}

HoverGrid attention_grid(const Box& cells, const Selection& s, int queries, int keys) {
  return {cells,
          queries,
          keys,
          s.attention == AttentionKind::EncoderSelf,
          s.attention != AttentionKind::DecoderSelf,
          0,
          0,
          s.attention,
          static_cast<int>(s.layer),
          static_cast<int>(s.head),
          {}};
}

}  // namespace attnlab
