// Tiles of a product of matrices: cells of C whose sums stay in registers while depth goes by.
#pragma once

#include <array>
#include <limits>

#include "core/tensor/simd.h"

namespace attnlab::gemm_tile {

using simd::kLanes;
using simd::Vector;

/// The largest tile, 8 × 3 or 6 × 2 vectors: its sums, a row of B and one cell of A fill the registers. For
/// WebAssembly 4 × 2, as its products take further registers until they are added.
#ifdef __wasm_simd128__
inline constexpr int kTileRows = 4, kTileVectors = 2;
#else
inline constexpr int kTileRows = simd::kRegisters >= 32 ? 8 : 6;
inline constexpr int kTileVectors = simd::kRegisters >= 32 ? 3 : 2;
#endif
inline constexpr Index kTileColumns = kTileVectors * kLanes;
/// Cells of a cache line.
inline constexpr Index kChunk = 64 / static_cast<Index>(sizeof(Real));

/// Some rows of A from a depth on: cell (i, k) is data[i·step + k], or data[i + k·step] where `across`.
struct Left {
  const Real* data;
  Index step;
  bool across;
};

/// Some columns of B: those at depth k begin at data[k·step].
struct Panel {
  const Real* data;
  Index step;
};

/// Where sums go: C = scale·sum + what C held, or + what `start` holds for each row of C, where it is not
/// null; to the first `last` lanes of a row's last vector.
struct Target {
  Real* data;
  Index stride;
  bool accumulate;
  Real scale;
  const Real* start = nullptr;
  Index last = kLanes;
};

/// Cells (0…Rows−1, k) of A, one at a time, in order of k.
template <int Rows, bool Across>
class Cells {
 public:
  explicit Cells(const Left& a) : step_(a.step) {
    for (int group = 0; group < kGroups; ++group)
      first_[group] = a.data + group * kGroup * (Across ? 1 : step_);
  }
  Real operator[](int row) const {
    return Across ? first_[0][row] : first_[row / kGroup][row % kGroup * step_];
  }
  void next() {
#pragma GCC unroll 8
    for (int group = 0; group < kGroups; ++group) first_[group] += Across ? step_ : 1;
  }

 private:
  /// As many rows as an address reaches that is a register and a multiple of the step.
  static constexpr int kGroup = Across ? Rows : 3, kGroups = (Rows + kGroup - 1) / kGroup;
  const Real* first_[kGroups];
  Index step_;
};

/// Within its caller: sums whose address a function gets leave their registers, in WebAssembly at each step
/// of depth.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void store_tile(const Vector (&sums)[Rows][Vectors], const Target c) {
  const Vector scale = simd::broadcast(c.scale);
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      Real* cells = c.data + i * c.stride + v * kLanes;
      const Real* const before = c.start ? c.start + v * kLanes : cells;
      if (v == Vectors - 1 && c.last < kLanes) {
        const Vector added = c.accumulate ? simd::load_part(before, c.last) : Vector{};
        simd::store_part(cells, simd::multiply_add(scale, sums[i][v], added), c.last);
      } else if (c.accumulate) {
        simd::store(cells, simd::multiply_add(scale, sums[i][v], simd::load(before)));
      } else {
        simd::store(cells, scale * sums[i][v]);
      }
    }
  }
}

/// Rows × (Vectors·kLanes) cells of C. Each is summed in order of depth.
template <int Rows, int Vectors, bool Across>
void tile(const Left& a, const Panel& b, Index depth, const Target& c) {
  Vector sums[Rows][Vectors];
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      sums[i][v] = Vector{};
      __builtin_prefetch(c.data + i * c.stride + v * kLanes, 1);
    }
  }
  Cells<Rows, Across> left(a);
  const Real* right = b.data;
  const Index step = b.step;
  constexpr Index kStep = Across ? std::numeric_limits<Index>::max() / 2 : kChunk;
  for (Index chunk = 0; chunk < depth; chunk += kStep) {
    // What the next tile reads of A: its rows are too many for the processor to foresee.
    if constexpr (!Across) {
#pragma GCC unroll 16
      for (int i = 0; i < Rows; ++i) __builtin_prefetch(a.data + (Rows + i) * a.step + chunk);
    }
    const Index end = chunk + kStep < depth ? chunk + kStep : depth;
#pragma GCC unroll 4
    for (Index k = chunk; k < end; ++k) {
      Vector row[Vectors];
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) row[v] = simd::load(right + v * kLanes);
#pragma GCC unroll 16
      for (int i = 0; i < Rows; ++i) {
        const Vector cell = simd::broadcast(left[i]);
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v) sums[i][v] = simd::multiply_add(cell, row[v], sums[i][v]);
      }
      left.next();
      right += step;
    }
  }
  store_tile(sums, c);
}

using TileFunction = void (*)(const Left&, const Panel&, Index, const Target&);

template <int Vectors, bool Across, std::size_t... Row>
constexpr std::array<TileFunction, sizeof...(Row)> tiles_by_rows(std::index_sequence<Row...>) {
  return {tile<static_cast<int>(Row) + 1, Vectors, Across>...};
}
template <int Vectors, bool Across>
inline constexpr auto kTilesByRows = tiles_by_rows<Vectors, Across>(std::make_index_sequence<kTileRows>());

/// The function for tiles of `rows` rows and `vectors` vectors.
inline TileFunction tile_function(Index rows, Index vectors, bool across) {
  const auto row = static_cast<std::size_t>(rows - 1);
  if constexpr (kTileVectors > 2) {
    if (vectors == 3) return across ? kTilesByRows<3, true>[row] : kTilesByRows<3, false>[row];
  }
  if (vectors == 2) return across ? kTilesByRows<2, true>[row] : kTilesByRows<2, false>[row];
  return across ? kTilesByRows<1, true>[row] : kTilesByRows<1, false>[row];
}

}  // namespace attnlab::gemm_tile
