// Products of weights by plain loops, or by gemm where every cell is a number.
#include "core/tensor/weighing.h"

#include <algorithm>
#include <cassert>

#include "core/tensor/finite.h"

namespace attnlab {

namespace {

Real number_at(const Operand& matrix, Index row, Index column) {
  return matrix.transposed ? matrix.data[column * matrix.stride + row]
                           : matrix.data[row * matrix.stride + column];
}

bool rows_are_finite(const Operand& matrix, Index rows, Index columns) {
  for (Index row = 0; row < rows; ++row) {
    if (!all_finite({matrix.data + row * matrix.stride, static_cast<std::size_t>(columns)})) return false;
  }
  return true;
}

}  // namespace

void weigh_odd(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
               WriteMode mode) {
  assert(!b.transposed);
  for (Index row = 0; row < rows; ++row) {
    Real* const sums = c + row * c_stride;
    if (mode == WriteMode::Overwrite) std::fill_n(sums, columns, Real(0));
    for (Index k = 0; k < depth; ++k) {
      const Real weight = number_at(a, row, k);
      if (weight == 0) continue;
      const Real* const values = b.data + k * b.stride;
      for (Index column = 0; column < columns; ++column) sums[column] += weight * values[column];
    }
  }
}

void weigh(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
           WriteMode mode) {
  if (rows_are_finite(b, depth, columns)) {
    gemm(rows, columns, depth, a, b, c, c_stride, mode);
  } else {
    weigh_odd(rows, columns, depth, a, b, c, c_stride, mode);
  }
}

}  // namespace attnlab
