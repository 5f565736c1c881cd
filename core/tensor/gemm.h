// gemm: the one matrix product that every operation uses. No heap, one thread.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// A row-major matrix operand: `transposed` means that the buffer holds its transpose.
struct Operand {
  const Real* data;
  Index stride;  ///< cells from one stored row to the next
  bool transposed = false;
};

/// C = scale·A·B, or C += scale·A·B with `accumulate`; A is [rows,depth], B [depth,columns], C [rows,columns]
/// with `c_stride` cells from row to row. The order of summation depends only on the sizes, so equal
/// calls give equal bits. Packing space is kept per thread: after the first call of a size, no allocation.
void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          bool accumulate = false, Real scale = Real(1));

}  // namespace attnlab
