// thin_gemm: a matrix product with few rows, without packing: one time step of a recurrent network.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// C += A·B with A [rows,depth], B [depth,columns] and C [rows,columns], all row-major; strides are cells
/// from row to row. B is read in its place, so it should fit the second-level cache. Each row of C is summed
/// in the same order whatever the number of rows. No allocation.
void thin_gemm(Index rows, Index columns, Index depth, const Real* a, Index a_stride, const Real* b,
               Index b_stride, Real* c, Index c_stride);

}  // namespace attnlab
