// Masked cells and content hashes of matrices.
#include "app/widgets/heat_map/matrix_view.h"

#include <bit>
#include <cmath>

namespace attnlab {

bool MatrixView::masked(int row, int col) const {
  if (mask && mask[static_cast<std::ptrdiff_t>(row) * cols + col]) return true;
  const float value = at(row, col);
  return std::isinf(value) && value < 0;
}

MatrixView MatrixView::transposed() const {
  return {data, cols, rows, col_stride, row_stride, version == 0 ? 0 : version * 31 + 7, nullptr};
}

MatrixView matrix_view(const float* data, int rows, int cols, std::uint64_t version) {
  return {data, rows, cols, cols, 1, version, nullptr};
}

std::uint64_t content_version(const MatrixView& m) {
  if (m.version != 0) return m.version;
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (int r = 0; r < m.rows; ++r) {
    for (int c = 0; c < m.cols; ++c) {
      const bool masked = m.masked(r, c);
      hash = (hash ^ (std::bit_cast<std::uint32_t>(m.at(r, c)) + (masked ? 0x9E3779B9ull : 0))) *
             0x100000001B3ull;
    }
  }
  return hash;
}

}  // namespace attnlab
