// Memory: what training will need at least, before anything is allocated.
#pragma once

#include <cstddef>

#include "core/models/model_config.h"
#include "core/training/training_config.h"

namespace attnlab {

/// Bytes that a trainer of `parameters` weights surely takes: weights, moments, gradients of each shard and
/// the larger activations of one batch of full length. A lower bound.
double training_bytes(const ModelConfig& model, const TrainingConfig& training, Index parameters);

/// Throws std::invalid_argument that says both figures where this machine has less memory than that.
void check_memory(const ModelConfig& model, const TrainingConfig& training, Index parameters);

/// The same of several runs that are open at once and need `bytes` together.
void check_memory_of_runs(double bytes, std::size_t runs);

}  // namespace attnlab
