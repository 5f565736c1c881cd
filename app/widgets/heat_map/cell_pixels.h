// The colours of a matrix's cells, one per cell, or averages where cells are smaller than pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/widgets/heat_map/cells.h"

namespace attnlab {

/// The colour of masked cells.
Colour masked_face();

/// The colour of one cell; masked cells have a colour of their own.
Colour cell_colour(const MatrixView& matrix, int row, int col, const MatrixFacts& facts, Scale scale);

/// Fills height × width pixels, row-major, with the whole matrix: each pixel has the mean colour of the
/// cells it covers, weighted by area. At most one pixel per cell: height ≤ rows, width ≤ cols.
void paint_cells(const MatrixView& matrix, const MatrixFacts& facts, Scale scale, int height, int width,
                 std::span<std::uint32_t> pixels);

/// paint_cells() row by row, for a matrix that is too large for one frame.
class CellPainting {
 public:
  CellPainting(const MatrixView& matrix, int height, int width);
  ~CellPainting();
  CellPainting(CellPainting&&) noexcept;
  CellPainting& operator=(CellPainting&&) noexcept;

  /// Paints rows of cells until `cells_left` are used up; returns whether all are painted.
  /// The matrix holds the same numbers at each call.
  bool go_on(const MatrixView& matrix, const MatrixFacts& facts, Scale scale, std::size_t& cells_left);
  /// All pixels, once all rows are painted.
  std::span<const std::uint32_t> pixels() const { return pixels_; }

 private:
  struct Sums;
  int height_, width_, next_row_ = 0;
  std::vector<std::uint32_t> pixels_;
  std::unique_ptr<Sums> sums_;  ///< null: one pixel per cell
};

}  // namespace attnlab
