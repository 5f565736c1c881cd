// gemm: tiles of C whose sums stay in registers; operands are read where they lie unless a copy pays.
#include "core/tensor/gemm.h"

#include <algorithm>
#include <utility>

#include "core/tensor/eigen_maps.h"
#include "core/tensor/tensor.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"  // a vector type as a template argument

namespace attnlab {

namespace {

namespace eigen = Eigen::internal;
using Packet = eigen::packet_traits<Real>::type;

constexpr int kLanes = eigen::packet_traits<Real>::size;
/// The largest tile: its sums, a row of packets of B and one cell of A fill the vector registers.
constexpr int kTilePackets = 3;
constexpr int kTileRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;
constexpr Index kTileColumns = kTilePackets * kLanes;
/// The sizes of a block: kDepth × kTileColumns of B, which every tile reads, come from the nearest
/// cache, kRows × kDepth of A from the second.
constexpr Index kDepth = 256, kBlockRows = 256;
/// Rows farther apart than this share few cache sets and pages; what is read often enough is copied together.
constexpr Index kFar = 256;

/// Cell (i, k) of A is data[i·row_step + k·depth_step].
struct Left {
  const Real* data;
  Index row_step, depth_step;

  Left from_row(Index row) const { return {data + row * row_step, row_step, depth_step}; }
};

/// Some columns of B: those at depth k begin at data[k·step].
struct Panel {
  const Real* data;
  Index step;
};

/// Where sums go: C = or += scale·sum.
struct Target {
  Real* data;
  Index stride;
  bool accumulate;
  Real scale;

  Target from_row(Index row) const { return {data + row * stride, stride, accumulate, scale}; }
};

template <int Rows, int Packets>
void store(const Packet (&sums)[Rows][Packets], Target c) {
  const Packet scale = eigen::pset1<Packet>(c.scale);
#pragma GCC unroll 8
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (int p = 0; p < Packets; ++p) {
      Real* cells = c.data + i * c.stride + p * kLanes;
      const Packet before = c.accumulate ? eigen::ploadu<Packet>(cells) : eigen::pset1<Packet>(Real(0));
      eigen::pstoreu(cells, eigen::pmadd(scale, sums[i][p], before));
    }
  }
}

/// Rows × (Packets·kLanes) cells of C. Each is summed in order of depth.
template <int Rows, int Packets>
void tile(Left a, Panel b, Index depth, Target c) {
  Packet sums[Rows][Packets];
#pragma GCC unroll 8
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (int p = 0; p < Packets; ++p) {
      sums[i][p] = eigen::pset1<Packet>(Real(0));
      eigen::prefetch(c.data + i * c.stride + p * kLanes);
    }
  }
  for (Index k = 0; k < depth; ++k) {
    Packet right[Packets];
    for (int p = 0; p < Packets; ++p) right[p] = eigen::ploadu<Packet>(b.data + p * kLanes);
    for (int i = 0; i < Rows; ++i) {
      const Packet left = eigen::pset1<Packet>(a.data[i * a.row_step]);
      for (int p = 0; p < Packets; ++p) sums[i][p] = eigen::pmadd(left, right[p], sums[i][p]);
    }
    a.data += a.depth_step;
    b.data += b.step;
  }
  store(sums, c);
}

template <int Rows>
void tile(Index packets, Left a, Panel b, Index depth, Target c) {
  if (packets == 3) return tile<Rows, 3>(a, b, depth, c);
  if (packets == 2) return tile<Rows, 2>(a, b, depth, c);
  tile<Rows, 1>(a, b, depth, c);
}

/// `rows` rows of C in the columns of a panel: tiles of full height, then lower ones.
template <int Rows = kTileRows>
void tiles(Index rows, Index packets, Left a, Panel b, Index depth, Target c) {
  Index row = 0;
  for (; row + Rows <= rows; row += Rows) tile<Rows>(packets, a.from_row(row), b, depth, c.from_row(row));
  if constexpr (Rows > 1) {
    if (row < rows) tiles<Rows / 2>(rows - row, packets, a.from_row(row), b, depth, c.from_row(row));
  }
}

/// A few columns of B through some depth, from B's first such cell on.
struct Strip {
  Index columns, depth;
  Operand b;

  Index packets() const { return (columns + kLanes - 1) / kLanes; }
  bool ragged() const { return columns % kLanes != 0; }
  Real at(Index k, Index column) const {
    return b.transposed ? b.data[column * b.stride + k] : b.data[k * b.stride + column];
  }
};

/// kLanes columns, stored as rows of `from`: one packet for each depth, `step` cells apart.
void transpose_lanes(const Real* from, Index stride, Index depth, Real* to, Index step) {
  Index k = 0;
  for (; k + kLanes <= depth; k += kLanes) {
    eigen::PacketBlock<Packet, kLanes> block;
    for (Index i = 0; i < kLanes; ++i) block.packet[i] = eigen::ploadu<Packet>(from + i * stride + k);
    eigen::ptranspose(block);
    for (Index i = 0; i < kLanes; ++i) eigen::pstore(to + (k + i) * step, block.packet[i]);
  }
  for (; k < depth; ++k) {
    for (Index i = 0; i < kLanes; ++i) to[k * step + i] = from[i * stride + k];
  }
}

/// kLanes columns, one packet for each depth.
void copy_lanes(const Real* from, Index stride, Index depth, Real* to, Index step) {
  for (Index k = 0; k < depth; ++k) eigen::pstore(to + k * step, eigen::ploadu<Packet>(from + k * stride));
}

/// A copy of the strip, whole packets wide: lanes that stand for no column are zero.
Panel pack(const Strip& strip, Real* to) {
  const Operand& b = strip.b;
  const Index step = strip.packets() * kLanes;
  Index column = 0;
  for (; column + kLanes <= strip.columns; column += kLanes) {
    if (b.transposed) {
      transpose_lanes(b.data + column * b.stride, b.stride, strip.depth, to + column, step);
    } else {
      copy_lanes(b.data + column, b.stride, strip.depth, to + column, step);
    }
  }
  for (Index k = 0; k < strip.depth && column < step; ++k) {
    for (Index j = column; j < step; ++j) to[k * step + j] = j < strip.columns ? strip.at(k, j) : Real(0);
  }
  return {to, step};
}

/// Where the columns end inside a packet: tiles are made in a copy of C's cells that is whole packets wide.
void multiply_ragged(Index rows, const Strip& strip, Left a, Panel b, Target c) {
  alignas(64) Real cells[kTileRows * kTileColumns] = {};
  for (Index row = 0; row < rows; row += kTileRows) {
    const Index count = std::min<Index>(kTileRows, rows - row);
    for (Index i = 0; i < count && c.accumulate; ++i)
      std::copy_n(c.from_row(row + i).data, strip.columns, cells + i * kTileColumns);
    tiles(count, strip.packets(), a.from_row(row), b, strip.depth,
          {cells, kTileColumns, c.accumulate, c.scale});
    for (Index i = 0; i < count; ++i)
      std::copy_n(cells + i * kTileColumns, strip.columns, c.from_row(row + i).data);
  }
}

void multiply(Index rows, const Strip& strip, Left a, Target c) {
  alignas(64) static thread_local Real packed[kDepth * kTileColumns];
  const bool far = strip.b.stride > kFar && rows > 64;
  const bool copied = strip.b.transposed || strip.ragged() || far;
  const Panel b = copied ? pack(strip, packed) : Panel{strip.b.data, strip.b.stride};
  if (strip.ragged()) return multiply_ragged(rows, strip, a, b, c);
  tiles(rows, strip.packets(), a, b, strip.depth, c);
}

/// A block of A of at most kRows × kDepth cells, from its first cell on; copied together where `columns` of
/// the product read it often enough.
Left left_block(Operand a, Index rows, Index depth, Index columns) {
  alignas(64) static thread_local Real copy[kBlockRows * kDepth];
  const bool copied = a.stride > kFar && columns > 3 * kTileColumns;
  const Index stride = !copied ? a.stride : a.transposed ? kBlockRows : kDepth;
  const Index lines = a.transposed ? depth : rows, length = a.transposed ? rows : depth;
  for (Index line = 0; copied && line < lines; ++line)
    std::copy_n(a.data + line * a.stride, length, copy + line * stride);
  const Real* data = copied ? copy : a.data;
  return a.transposed ? Left{data, 1, stride} : Left{data, stride, 1};
}

/// The part of `operand` from a row and a column on.
Operand part(Operand operand, Index row, Index column) {
  if (operand.transposed) std::swap(row, column);
  return {operand.data + row * operand.stride + column, operand.stride, operand.transposed};
}

/// Depth that is summed at a time: equal parts, so that none is short.
Index part_of_depth(Index depth) {
  const Index parts = std::max<Index>(1, (depth + kDepth - 1) / kDepth);
  return (depth + parts - 1) / parts;
}

/// Columns of the next strip; four packets are halved, for one alone would keep few sums going.
Index next_columns(Index left) {
  const bool four = left > 3 * kLanes && left <= 4 * kLanes;
  return std::min<Index>(left, four ? 2 * kLanes : kTileColumns);
}

}  // namespace

void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          WriteMode mode, Real scale) {
  const bool accumulate = mode == WriteMode::Add;
  for (Index row = 0; depth == 0 && !accumulate && row < rows; ++row)
    std::fill_n(c + row * c_stride, columns, Real(0));
  const Index step = part_of_depth(depth);
  for (Index k = 0; k < depth; k += step) {
    const Index deep = std::min(step, depth - k);
    for (Index row = 0; row < rows; row += kBlockRows) {
      const Index high = std::min(kBlockRows, rows - row);
      const Left left = left_block(part(a, row, k), high, deep, columns);
      for (Index column = 0, wide = 0; column < columns; column += wide) {
        wide = next_columns(columns - column);
        multiply(high, {wide, deep, part(b, k, column)}, left,
                 {c + row * c_stride + column, c_stride, accumulate || k > 0, scale});
      }
    }
  }
}

}  // namespace attnlab

#pragma GCC diagnostic pop
