// gemm: tiles of C whose sums stay in registers; operands are read where they lie unless a copy pays.
#include "core/tensor/gemm.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/tensor/gemm_tile.h"
#include "core/tensor/product_watch.h"

namespace attnlab {

namespace {

using namespace gemm_tile;

/// Depth that is summed at a time: kDepth × kTileColumns of B, which every tile reads, come from the nearer
/// caches.
constexpr Index kDepth = 384;
/// Rows of a transposed A that are copied together: kBlockRows × kDepth come from the second-level cache.
constexpr Index kBlockRows = 512;
/// Cells a multiple of this apart, or farther, share few sets of a cache and few pages.
constexpr Index kFar = 256;
/// Cells of as many pages as a processor finds without looking them up.
constexpr Index kFoundCells = 96 * 4096 / static_cast<Index>(sizeof(Real));
/// So many rows read a strip of B, and so many columns a tile of A, often enough for a copy.
constexpr Index kManyRows = 96, kManyColumns = 64;

/// Rows in tiles of nearly equal height, so that none is low.
struct RowTiles {
  explicit RowTiles(Index rows)
      : count((rows + kTileRows - 1) / kTileRows),
        height(count == 1 ? rows : rows / count),
        higher(rows - height * count) {}

  Index count;
  Index first(Index tile) const { return tile * height + std::min(tile, higher); }
  Index rows(Index tile) const { return height + (tile < higher ? 1 : 0); }

 private:
  Index height, higher;  ///< the first `higher` tiles have one row more
};

/// The part of `operand` from a row and a column on.
Operand part(Operand operand, Index row, Index column) {
  if (operand.transposed) std::swap(row, column);
  return {operand.data + row * operand.stride + column, operand.stride, operand.transposed};
}

/// At most 16 cells, without a call: two pieces that overlap.
void copy_few(const Real* from, Index count, Real* to) {
  const auto ends = [&]<Index Cells>(std::integral_constant<Index, Cells>) {
    __builtin_memcpy(to, from, Cells * sizeof(Real));
    __builtin_memcpy(to + count - Cells, from + count - Cells, Cells * sizeof(Real));
  };
  if (count >= 8) return ends(std::integral_constant<Index, 8>());
  if (count >= 4) return ends(std::integral_constant<Index, 4>());
  for (Index i = 0; i < count; ++i) to[i] = from[i];
}
static_assert(kTileRows <= 16);

/// Of a transposed A, each tile reads few cells at each depth, which may share sets of a cache or lie on many
/// pages.
bool worth_copying(Operand a, Index columns, Index depth) {
  return a.transposed && (a.stride % kFar == 0 || depth * a.stride > kFoundCells) && columns > kManyColumns;
}

/// A block of A through some depth, copied where the product reads it often enough: then of at most
/// kBlockRows.
class LeftBlock {
 public:
  LeftBlock(Operand a, const RowTiles& tiles, Index depth, bool copied) : operand_(a), depth_(depth) {
    if (copied) copy(tiles);
  }

  /// Rows first … first + rows − 1, which are a tile.
  Left tile(Index first, Index rows) const {
    if (copy_) return {copy_ + first * depth_, rows, true};
    return {part(operand_, first, 0).data, operand_.stride, operand_.transposed};
  }

 private:
  /// Each tile's cells in the order in which it reads them. A few depths at a time, as tiles share cache
  /// lines.
  void copy(const RowTiles& tiles) {
    alignas(64) static thread_local Real cells[kBlockRows * kDepth];
    constexpr Index kStep = 8;
    copy_ = cells;
    for (Index begin = 0; begin < depth_; begin += kStep) {
      const Index end = std::min(begin + kStep, depth_);
      for (Index t = 0; t < tiles.count; ++t) {
        const Index first = tiles.first(t), height = tiles.rows(t);
        Real* to = copy_ + first * depth_;
        for (Index k = begin; k < end; ++k)
          copy_few(operand_.data + k * operand_.stride + first, height, to + k * height);
      }
    }
  }

  Operand operand_;
  Index depth_;
  Real* copy_ = nullptr;
};

/// A few columns of B through some depth, from B's first such cell on.
struct Strip {
  Index columns, depth;
  Operand b;
  Index next;  ///< columns of the strip after this one; 0: none

  Index vectors() const { return (columns + kLanes - 1) / kLanes; }
  /// Columns in the last vector.
  Index last() const { return columns - (vectors() - 1) * kLanes; }
};

/// kLanes columns, which begin at row(i): one vector for each depth, `step` cells apart.
template <typename Row>
void transpose_lanes(const Row& row, Index depth, Real* to, Index step) {
  Index k = 0;
  for (; k + simd::kBlock <= depth; k += simd::kBlock) {
    Vector columns[simd::kBlock];
    simd::load_transposed([&](int i) { return row(i) + k; }, columns);
    for (Index j = 0; j < simd::kBlock; ++j) simd::store(to + (k + j) * step, columns[j]);
  }
  for (; k < depth; ++k) {
    for (int i = 0; i < kLanes; ++i) to[k * step + i] = row(i)[k];
  }
}

/// A vector's `columns` of B, copied: any numbers are in the lanes that stand for no column.
void pack_vector(Operand b, Index columns, Index depth, Real* to, Index step) {
  const Index stride = b.stride;
  const bool whole = columns == kLanes;
  if (b.transposed && whole) {
    transpose_lanes([&](int i) { return b.data + i * stride; }, depth, to, step);
  } else if (b.transposed) {
    transpose_lanes([&](int i) { return b.data + std::min<Index>(i, columns - 1) * stride; }, depth, to,
                    step);
  } else {
    for (Index k = 0; k < depth; ++k) {
      const Real* from = b.data + k * stride;
      simd::store(to + k * step, whole ? simd::load(from) : simd::load_part(from, columns));
    }
  }
}

/// A copy of the strip, whole vectors wide.
Panel pack(const Strip& strip, Real* to) {
  const Index vectors = strip.vectors(), step = vectors * kLanes;
  for (Index v = 0; v < vectors; ++v) {
    const Index columns = v + 1 < vectors ? kLanes : strip.last();
    pack_vector(part(strip.b, 0, v * kLanes), columns, strip.depth, to + v * kLanes, step);
  }
  return {to, step};
}

/// Asks for the next strip's cells at depths begin … end − 1, which lie too far apart for the processor to
/// foresee.
void fetch_next(const Strip& strip, Index begin, Index end) {
  const Real* const next = strip.b.data + strip.columns;
  for (Index k = begin; k < end; ++k)
    for (Index column = 0; column < strip.next; column += kChunk)
      __builtin_prefetch(next + k * strip.b.stride + column);
}

/// All rows of C in the strip's columns, tile below tile.
void multiply(const RowTiles& tiles, const Strip& strip, const LeftBlock& a, bool across, Target c) {
  alignas(64) static thread_local Real packed[kDepth * kTileColumns];
  const bool often = tiles.count * kTileRows > kManyRows && strip.b.stride > kFar;
  const bool copied = strip.b.transposed || strip.last() < kLanes || often;
  const Panel b = copied ? pack(strip, packed) : Panel{strip.b.data, strip.b.stride};
  for (Index t = 0; t < tiles.count; ++t) {
    const Index first = tiles.first(t), rows = tiles.rows(t);
    const TileFunction tile = tile_function(rows, strip.vectors(), across);
    if (!strip.b.transposed)
      fetch_next(strip, t * strip.depth / tiles.count, (t + 1) * strip.depth / tiles.count);
    tile(a.tile(first, rows), b, strip.depth,
         {c.data + first * c.stride, c.stride, c.accumulate, c.scale, c.start, strip.last()});
  }
}

/// Equal parts of depth of at most kDepth, so that none is short.
Index part_of_depth(Index depth) {
  if (depth <= kDepth) return std::max<Index>(depth, 1);
  const Index parts = (depth + kDepth - 1) / kDepth;
  return (depth + parts - 1) / parts;
}

/// Columns of the next strip; four vectors of three at most are halved, for one alone would keep few sums
/// going.
Index next_columns(Index left) {
  const bool halved = kTileVectors == 3 && left > 3 * kLanes && left <= 4 * kLanes;
  return std::min<Index>(left, halved ? 2 * kLanes : kTileColumns);
}

}  // namespace

void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          WriteMode mode, Real scale, const Real* bias) {
  const WatchedProduct watched({rows, columns, depth, a.stride, b.stride, c_stride, a.transposed,
                                b.transposed, mode == WriteMode::Add});
  const bool accumulate = mode == WriteMode::Add;
  for (Index row = 0; depth == 0 && !accumulate && row < rows; ++row) {
    if (bias) {
      std::copy_n(bias, columns, c + row * c_stride);
    } else {
      std::fill_n(c + row * c_stride, columns, Real(0));
    }
  }
  const Index step = part_of_depth(depth);
  const bool copied = worth_copying(a, columns, step);
  const Index block = copied ? kBlockRows : std::max<Index>(rows, 1);
  for (Index k = 0; k < depth; k += step) {
    const Index deep = std::min(step, depth - k);
    for (Index row = 0; row < rows; row += block) {
      const RowTiles tiles(std::min(block, rows - row));
      const LeftBlock left(part(a, row, k), tiles, deep, copied);
      for (Index column = 0, wide = 0; column < columns; column += wide) {
        wide = next_columns(columns - column);
        const Index next = next_columns(columns - column - wide);
        multiply(tiles, {wide, deep, part(b, k, column), next}, left, a.transposed,
                 {c + row * c_stride + column, c_stride, accumulate || k > 0 || bias, scale,
                  bias && k == 0 ? bias + column : nullptr});
      }
    }
  }
}

}  // namespace attnlab
