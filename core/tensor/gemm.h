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
/// with `c_stride` cells from row to row. `depth` alone gives the order in which a cell is summed, so its
/// bits do not depend on what is computed beside it.
void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          bool accumulate = false, Real scale = Real(1));

}  // namespace attnlab
