// The colours of a matrix's cells, one per cell, or averages where cells are smaller than pixels.
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace attnlab
