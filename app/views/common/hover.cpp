// Hover: grids of the last frame, looked up at the pointer.
#include "app/views/common/hover.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/widgets/base/context.h"

namespace attnlab {

Cell hovered_tokens(const Selection& head) {
  const HoverGrid axes = attention_grid({}, head, 1, 1);
  const Hovered& now = hovered();
  Cell cell;
  if (now.query.position >= 0 && now.query.source == *axes.query_source) cell.row = now.query.position;
  if (now.key.position >= 0 && now.key.source == *axes.key_source) cell.col = now.key.position;
  // A lone token of the keys' text marks a column.
  if (cell.row < 0 && now.query.position >= 0 && now.query.source == *axes.key_source)
    cell.col = now.query.position;
  return cell;
}

bool head_hovered(const Selection& head) {
  const Hovered& now = hovered();
  return now.attention == head.attention && now.layer == head.layer && now.head == head.head;
}

void hover_map(const Selection& head, const HeatMapResult& map, const MatrixView& weights) {
  HoverGrid grid = attention_grid(map.cells, head, weights.rows, weights.cols);
  grid.whole = map.grid;
  hover_grid(grid);
  HoverGrid rows = grid, columns = grid;
  rows.box = {{map.bounds.min.x, map.cells.min.y}, {map.cells.min.x, map.cells.max.y}};
  rows.columns = 1;
  rows.key_source.reset();
  hover_grid(rows);
  columns.box = {{map.cells.min.x, map.cells.min.y - em() * 3}, {map.cells.max.x, map.cells.min.y}};
  columns.rows = 1;
  columns.query_source.reset();
  hover_grid(columns);
}

void link_hovered(const Selection& head, HeatMapOptions& options) {
  const Cell over = hovered_tokens(head);
  options.linked = over;
  if (over.valid()) return;
  options.highlight_row = over.row;
  options.highlight_col = over.col;
}

namespace {

struct HoverGrids {
  Hovered now;
  std::vector<HoverGrid> drawn, before;
};

int place(float at, float low, float high, int count) {
  return std::clamp(static_cast<int>(std::floor((at - low) / (high - low) * float(count))), 0, count - 1);
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
