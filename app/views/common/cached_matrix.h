// Cached matrices: matrices computed from matrices on screen, and computed again when they change.
#pragma once

#include <cstdint>
#include <vector>

#include "app/widgets/heat_map/matrix_view.h"
#include "core/analysis/heads/head_matrices.h"

namespace attnlab {

/// One computed matrix, with the version of its sources.
template <typename Cell>
struct CachedMatrix {
  std::uint64_t version = 0;
  std::vector<Cell> cells;
};

template <typename Cell, typename Make>
const std::vector<Cell>& cached_cells(CachedMatrix<Cell>& cache, std::uint64_t version, Make make) {
  if (cache.version != version) cache = {version, make()};
  return cache.cells;
}

/// The version of a matrix computed from two others.
inline std::uint64_t joined(std::uint64_t a, std::uint64_t b) {
  return (a * 0x9E3779B97F4A7C15ull) ^ (b + 1);
}

/// `a` − `b`, cell by cell, with the mask of `a`; empty if the sizes differ. Both must be contiguous.
inline MatrixView difference_of(CachedMatrix<float>& cache, const MatrixView& a, const MatrixView& b) {
  if (a.empty() || a.rows != b.rows || a.cols != b.cols) return {};
  const std::uint64_t version = joined(a.version, b.version);
  const auto& cells = cached_cells(
      cache, version, [&] { return difference(std::span(a.data, a.cells()), std::span(b.data, b.cells())); });
  MatrixView view = matrix_view(cells.data(), a.rows, a.cols, version);
  view.mask = a.mask;
  return view;
}

}  // namespace attnlab
