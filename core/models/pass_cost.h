// Pass cost: the memory of a recorded pass, counted before there are weights.
#pragma once

#include <optional>

#include "core/models/model_config.h"

namespace attnlab {

/// Bytes of a recorded pass over one sequence, beside the weights: of every value between operations, of the
/// gradients of these values, and of those of the parameters.
struct PassCost {
  double values = 0;
  double gradients = 0;
  double parameter_gradients = 0;

  double all() const { return values + gradients + parameter_gradients; }
};

/// Of a text of `positions`, of the source too where there are two. Counted on the pass of a small model of
/// the same kind, whose sizes are all different, so that each axis says which size it has. Nothing for models
/// without blocks, of pictures and of experts, whose passes are of other sizes. Throws std::invalid_argument
/// as validate() does.
std::optional<PassCost> count_pass(const ModelConfig& config, Index positions);

}  // namespace attnlab
