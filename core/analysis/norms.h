// Norms: input and output of normalization, token by token.
#pragma once

#include <span>
#include <vector>

#include "core/layers/norm_kind.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The tensors of one norm of a pass, all [B,T,C]. β is null where there is none.
struct NormTensors {
  Place place;  ///< "decoder.layers.0.attention_norm"
  const NormKind* kind = nullptr;
  const TraceTensor* input = nullptr;  ///< null where the input has no name
  const TraceTensor* normalized = nullptr;
  const TraceTensor* output = nullptr;
  const TraceTensor *gamma = nullptr, *beta = nullptr;
};

/// All norms of the pass, in order of computation; empty for models without norms.
std::vector<NormTensors> norms_of(const Trace& trace);

/// Statistics of one token's vector.
struct RowStatistics {
  double mean = 0;
  double deviation = 0;  ///< √ of the mean squared distance from `mean`, over C
  double size = 0;       ///< ‖x‖₂
};
/// The statistics of each row of a row-major matrix.
std::vector<RowStatistics> row_statistics(std::span<const Real> cells, Index width);

/// The rows of x [·,width] normalized by the library's own operations, with γ = 1 and no β.
std::vector<Real> normalized_by(const NormKind& kind, std::span<const Real> x, Index width, double epsilon);

/// The residual streams that a model's blocks read and write, in order of computation: its input, and the sum
/// after each sublayer.
std::vector<const TraceTensor*> residual_streams(const Trace& trace);

}  // namespace attnlab
