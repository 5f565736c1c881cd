// Attention rollout: how much of each input position reaches each position of a stack.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Square matrices [T,T], row-major: row q says what position q of a layer's output is made of.
struct Rollout {
  Index positions = 0;
  std::vector<std::vector<double>> layers;  ///< after layer 0, 1, …; rows sum to 1
};

/// Abnar and Zuidema 2020: each layer is ½(mean over heads of the weights) + ½I, for the residual path, and
/// layers are multiplied from the first up. `stack` is "encoder" or "decoder"; cross-attention is left out.
/// Throws std::invalid_argument where the stack has no self-attention.
Rollout attention_rollout(const Trace& trace, const std::string& stack);

/// The same for a mixture of rows alone, without products of matrices: after layer 0, 1, … the shares [T] of
/// the input positions. `layers` are weights [1,H,T,T] from the first layer up, and `start` [T] is the share
/// of each row: a 1 for one position, or 1/T for their mean.
std::vector<std::vector<double>> rollout_from(std::span<const TraceTensor* const> layers,
                                              std::span<const double> start);

}  // namespace attnlab
