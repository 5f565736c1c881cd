// Which cells of a zoomed matrix are seen, and where. Pure.
#pragma once

#include <string>
#include <utility>

#include "app/widgets/base/pan_zoom.h"
#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// What is seen of a matrix. Each axis has a zoom of its own, so that maps which share one axis only can be
/// zoomed together: `across` counts for columns, `down` for rows.
struct CellsLook {
  PanZoom across, down;
  friend bool operator==(const CellsLook&, const CellsLook&) = default;
};

/// Rows or columns from first to last; none where last is smaller.
struct SeenRange {
  int first = 0, last = -1;
  int count() const { return last - first + 1; }
};

/// The cells of a matrix in a box of the screen that the whole of it would fill.
class SeenCells {
 public:
  /// Cells grow up to `largest` pixels, or to twice their size where that is more. `may_zoom` tells for each
  /// axis whether it does at all.
  struct Limits {
    float largest = 90;
    bool across = true, down = true;
  };
  SeenCells(int rows, int cols, const Box& view, const CellsLook& look, const Limits& limits);

  /// What is really seen, kept within the matrix and its limits.
  CellsLook look() const { return {across_.look(), down_.look()}; }
  bool whole() const { return zoom() <= 1; }
  /// The larger one of the two axes.
  float zoom() const;

  /// All cells, of which those in the view are seen.
  Box grid() const;
  const Box& view() const { return view_; }
  float cell_width() const;
  float cell_height() const;
  Box box(Cell cell) const;

  /// Those of which more than a trace is seen.
  SeenRange rows() const;
  SeenRange cols() const;
  /// "rows 12–40 of 512 · columns 3–9 of 64", without an axis that is seen whole; "" where both are.
  std::string words() const;
  /// "12–40 × 3–9", both axes; "" where both are seen whole.
  std::string short_words() const;

  /// Cells that are `factor` times as large, with the same one under `pixel` where it can stay. The shorter
  /// side grows first, until cells are square; the longer one shrinks first.
  CellsLook zoomed(float factor, ImVec2 pixel) const;
  /// Moved with the pointer: by so many pixels.
  CellsLook dragged(ImVec2 by) const;
  /// Moved as little as brings the cell into sight.
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
