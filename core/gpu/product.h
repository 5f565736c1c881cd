// Products of matrices by heads on the GPU.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab {

/// A stack of matrices [rows,depth], one a head of each sequence, in a buffer.
struct GpuMatrices {
  GpuOperand place;  ///< `row` is the stride from row to row
  Index step = 1;    ///< stride along a row
  Index shared = 1;  ///< heads of the product that one of these serves

  /// The same, rows and columns exchanged.
  GpuMatrices transposed() const {
    GpuMatrices other = *this;
    std::swap(other.place.row, other.step);
    return other;
  }
};

/// Sizes of a product: `batch` times `heads` results [rows,columns], each the sum over `summed_heads` heads
/// of the operands of products of rows of length `depth`.
struct GpuProductSizes {
  Index batch, heads, rows, columns, depth;
  Index summed_heads = 1;
};

/// result[b,h,i,j] = Σ_k left[b,h,i,k]·right[b,h,j,k]: [B,H,rows,columns].
GpuBuffer gpu_product(GpuDevice& device, const GpuProductSizes& sizes, const GpuMatrices& left,
                      const GpuMatrices& right);

}  // namespace attnlab
