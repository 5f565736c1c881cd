// gemm: the one matrix product that every operation uses. No heap, one thread.
#pragma once

#include "core/tensor/real.h"
#include "core/tensor/write_mode.h"

namespace attnlab {

/// A row-major matrix operand: `transposed` means that the buffer holds its transpose.
struct Operand {
  const Real* data;
  Index stride;  ///< cells from one stored row to the next
  bool transposed = false;
};

/// The transpose of `operand`, in the same buffer.
constexpr Operand transposed(Operand operand) {
  operand.transposed = !operand.transposed;
  return operand;
}

/// C = scale·A·B, or C += scale·A·B with WriteMode::Add; A is [rows,depth], B [depth,columns], C
/// [rows,columns] with `c_stride` cells from row to row. `depth` alone gives the order in which a cell is
/// summed, so its bits do not depend on what is computed beside it. With `bias` [columns], for
/// WriteMode::Overwrite alone, each row of C is bias + scale·A·B.
void gemm(Index rows, Index columns, Index depth, Operand a, Operand b, Real* c, Index c_stride,
          WriteMode mode = WriteMode::Overwrite, Real scale = Real(1), const Real* bias = nullptr);

}  // namespace attnlab
