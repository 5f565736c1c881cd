// Products of matrices by heads on the GPU.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab::gpu {

/// A stack of matrices [rows,depth], one a head of each sequence, in a buffer.
struct Matrices {
  Operand place;     ///< `row` is the stride from row to row
  Index step = 1;    ///< stride along a row
  Index shared = 1;  ///< heads of the product that one matrix serves

  /// The transposed matrices.
  Matrices transposed() const {
    Matrices other = *this;
    std::swap(other.place.row, other.step);
    return other;
  }
};

/// Sizes of a product: `batch` times `heads` results [rows,columns], each the sum over `summed_heads` heads
/// of the operands of products of rows of length `depth`.
struct ProductSizes {
  Index batch, heads, rows, columns, depth;
  Index summed_heads = 1;
};

/// result[b,h,i,j] = Σ_k left[b,h,i,k]·right[b,h,j,k]: [B,H,rows,columns].
Buffer product(Device& device, const ProductSizes& sizes, const Matrices& left, const Matrices& right);

/// The same, but a cell of `left` that is 0 adds nothing, even if it meets NaN or an infinity: of weights.
Buffer weighed(Device& device, const ProductSizes& sizes, const Matrices& left, const Matrices& right);

}  // namespace attnlab::gpu
