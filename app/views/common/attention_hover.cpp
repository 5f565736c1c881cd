// Hover in query–key maps.
#include "app/views/common/attention_hover.h"

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

}  // namespace attnlab
