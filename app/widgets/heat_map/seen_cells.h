// Seen cells: which cells of a zoomed matrix are visible, and where. Pure.
#pragma once

#include <string>
#include <utility>

#include "app/widgets/base/pan_zoom.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// The visible part of a matrix. Each axis has its own zoom, so that maps can share the zoom of one axis:
/// `across` holds for columns, `down` for rows.
struct CellsLook {
  PanZoom across, down;
  friend bool operator==(const CellsLook&, const CellsLook&) = default;
};

/// Rows or columns from first to last; none where last is smaller.
struct SeenRange {
  int first = 0, last = -1;
  int count() const { return last - first + 1; }
};

/// The cells of a matrix whose unzoomed map fills a box of the screen.
class SeenCells {
 public:
  /// Cells grow up to `largest` pixels, or to twice their size where that is more. The flags say which axes
  /// may zoom.
  struct Limits {
    float largest = 90;
    bool across = true, down = true;
  };
  SeenCells(int rows, int cols, const Box& view, const CellsLook& look, const Limits& limits);

  /// The look after clamping to the matrix and its limits.
  CellsLook look() const { return {across_.look(), down_.look()}; }
  bool whole() const { return zoom() <= 1; }
  /// The larger zoom of the two axes.
  float zoom() const;

  /// The box of all cells; the cells in the view are visible.
  Box grid() const;
  const Box& view() const { return view_; }
  float cell_width() const;
  float cell_height() const;
  Box box(Cell cell) const;

  /// The visible rows; a row of which only a trace is visible does not count.
  SeenRange rows() const;
  SeenRange cols() const;
  /// "rows 12–40 of 512 · columns 3–9 of 64", without an axis that is completely visible; "" if both are.
  std::string words() const;
  /// "12–40 × 3–9", both axes; "" if both are completely visible.
  std::string short_words() const;

  /// The look with cells `factor` times as large, and the same cell under `pixel` where possible. The shorter
  /// side grows first, until cells are square; the longer side shrinks first.
  CellsLook zoomed(float factor, ImVec2 pixel) const;
  /// The look moved with the pointer by `by` pixels.
  CellsLook dragged(ImVec2 by) const;
  /// The look moved the least distance that shows the cell.
  CellsLook showing(Cell cell) const;
  /// Whether the middle of a cell is in sight.
  bool in_sight(Cell cell) const { return view_.contains(box(cell).centre()); }

 private:
  float most(float cell, bool may) const;
  std::pair<float, float> factors(float factor) const;
  SeenThrough axis(const PanZoom& look, float most) const;

  int rows_, cols_;
  Box view_;
  Limits limits_;
  float most_across_, most_down_;
  SeenThrough across_, down_;
};

}  // namespace attnlab
