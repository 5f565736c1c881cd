// MatrixView: borrowed numbers with strides, and a version of their content.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attnlab {

/// Row and column of a cell; −1 means none.
struct Cell {
  int row = -1, col = -1;
  bool valid() const { return row >= 0 && col >= 0; }
  bool operator==(const Cell&) const = default;
};

/// A view of rows × cols floats. Does not own them; they must live until the frame is drawn.
struct MatrixView {
  const float* data = nullptr;
  int rows = 0, cols = 0;
  std::ptrdiff_t row_stride = 0, col_stride = 1;  ///< in floats
  /// Changes whenever the numbers do, e.g. the trace's serial number. 0: the widget hashes the numbers itself
  /// (fine up to some thousand cells).
  std::uint64_t version = 0;
  /// Optional: rows × cols bytes, row-major; nonzero cells count as masked. −∞ always does.
  const unsigned char* mask = nullptr;

  float at(int row, int col) const { return data[row * row_stride + col * col_stride]; }
  bool masked(int row, int col) const;
  bool contains(Cell c) const { return c.row >= 0 && c.row < rows && c.col >= 0 && c.col < cols; }
  std::size_t cells() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
  bool empty() const { return !data || rows <= 0 || cols <= 0; }

  /// The transposed matrix, without the mask.
  MatrixView transposed() const;
};

/// A contiguous row-major matrix.
MatrixView matrix_view(const float* data, int rows, int cols, std::uint64_t version = 0);

/// A number that changes with the content: `version` if given, else a hash of all cells.
std::uint64_t content_version(const MatrixView& matrix);

}  // namespace attnlab
