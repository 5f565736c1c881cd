// thin_gemm: blocks of a few rows by a few vectors of columns, whose sums stay in registers.
#include "core/tensor/thin_gemm.h"

#include <algorithm>

#include "core/tensor/product_watch.h"
#include "core/tensor/simd.h"

namespace attnlab {

namespace {

using simd::Vector;

constexpr Index kThinLanes = simd::kLanes;
constexpr int kThinRows = 6;
/// Sums of 6 rows by 4 vectors need 24 registers, by 2 vectors 12.
constexpr int kVectors = simd::kRegisters >= 32 ? 4 : 2;

struct Product {
  Index depth;
  const Real* a;
  Index a_stride;
  const Real* b;
  Index b_stride;
  Real* c;
  Index c_stride;
};

/// Columns `column` … `column + Vectors·kLanes − 1` of `Rows` rows.
template <int Rows, int Vectors>
void block(const Product& p, Index column) {
  Vector sums[Rows][Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::load(p.c + r * p.c_stride + column + v * kThinLanes);
  }
  const Real* b = p.b + column;
  for (Index k = 0; k < p.depth; ++k, b += p.b_stride) {
    Vector row[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) row[v] = simd::load(b + v * kThinLanes);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const Vector factor = simd::broadcast(p.a[r * p.a_stride + k]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::multiply_add(factor, row[v], sums[r][v]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) simd::store(p.c + r * p.c_stride + column + v * kThinLanes, sums[r][v]);
  }
}

/// The columns that fill no vector.
template <int Rows>
void last_columns(const Product& p, Index column, Index columns) {
  for (int r = 0; r < Rows; ++r) {
    Real* sums = p.c + r * p.c_stride;
    for (Index k = 0; k < p.depth; ++k) {
      const Real factor = p.a[r * p.a_stride + k];
      for (Index j = column; j < columns; ++j) sums[j] += factor * p.b[k * p.b_stride + j];
    }
  }
}

template <int Rows>
void rows_of(const Product& p, Index columns) {
  Index column = 0;
  for (; column + kVectors * kThinLanes <= columns; column += kVectors * kThinLanes)
    block<Rows, kVectors>(p, column);
  for (; column + kThinLanes <= columns; column += kThinLanes) block<Rows, 1>(p, column);
  if (column < columns) last_columns<Rows>(p, column, columns);
}

using RowsFunction = void (*)(const Product&, Index);
constexpr RowsFunction kRowsFunctions[kThinRows] = {rows_of<1>, rows_of<2>, rows_of<3>,
                                                    rows_of<4>, rows_of<5>, rows_of<6>};

}  // namespace

void thin_gemm(Index rows, Index columns, Index depth, const Real* a, Index a_stride, const Real* b,
               Index b_stride, Real* c, Index c_stride) {
  const WatchedProduct watched({.rows = rows,
                                .columns = columns,
                                .depth = depth,
                                .a_stride = a_stride,
                                .b_stride = b_stride,
                                .c_stride = c_stride,
                                .accumulate = true,
                                .thin = true});
  for (Index row = 0; row < rows; row += kThinRows) {
    const Index count = std::min<Index>(kThinRows, rows - row);
    kRowsFunctions[count - 1](
        {depth, a + row * a_stride, a_stride, b, b_stride, c + row * c_stride, c_stride}, columns);
  }
}

}  // namespace attnlab
