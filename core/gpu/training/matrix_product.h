// Products of large matrices on the GPU, with what follows them in a model.
#pragma once

#include <string_view>

#include "core/gpu/training/dropped.h"
#include "core/gpu/training/scratch.h"

namespace attnlab::gpu {

/// A matrix in a buffer, for a product: number k of row i lies at place + i·stride + k, or of a transposed
/// one at place + k·stride + i.
struct Matrix {
  Buffer buffer;
  Index place = 0, stride = 0;
  bool transposed = false;
};

/// Rows and columns of a result, and how many numbers each of its sums has.
struct MatrixSizes {
  Index rows, columns, depth;
};

/// What follows the sums: scale·sum + bias, dropped or not, + added. The added matrix may be the result.
struct AfterProduct {
  float scale = 1;
  Buffer bias{};
  Index bias_place = -1;
  Buffer added{};
  Index added_place = -1, added_stride = 0;
  Dropped dropped{};
  std::string_view kind = {};  ///< see Dispatch
  bool last = true;            ///< see Dispatch
};

/// How a product is cut: tiles of 64·quads rows and columns, and each sum into `shares`.
struct ProductCut {
  Index quads, shares, share;
};
/// By sizes alone, so that the same product gives the same bits.
ProductCut cut_of(const MatrixSizes& sizes);

/// result[i][j] = Σ_k left[i][k]·right[j][k], and what follows. Rows of a left operand may be padded with
/// zeros up to its stride. On the device's thread.
void multiply(Device& device, Scratch& scratch, const MatrixSizes& sizes, const Matrix& left,
              const Matrix& right, const Matrix& result, const AfterProduct& after = {});

/// result[i][j] = Σ_s partial[s][i][j] in order, and what follows.
void add_shares(Device& device, const Buffer& partial, Index place, Index shares, Index rows, Index columns,
                const Matrix& result, const AfterProduct& after = {});

}  // namespace attnlab::gpu
