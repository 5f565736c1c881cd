// Memory: what training will need at least, before anything is allocated.
#pragma once

#include <cstddef>

#include "core/models/model_config.h"
#include "core/training/parameters/trained_parameters.h"
#include "core/training/preset.h"
#include "core/training/training_config.h"

namespace attnlab {

/// What of a run takes memory, in cells.
struct TrainedSize {
  Index parameters = 0;
  Index learning = 0;   ///< of the optimizer's two moments
  Index gradients = 0;  ///< of each shard's gradient
  Index positions = 0;  ///< of the longest sequence
  Index kept = 0;       ///< of the weights that a run begins with, where its seed does not give them
};

/// Of a run of `experiment`. Throws as TrainedParameters.
TrainedSize trained_size(const Experiment& experiment);
/// Of one that trains `model` on `task`, and keeps the weights that it began with where `keeps_first`.
TrainedSize trained_size(const Model& model, const Task& task, const TrainedParameters& trained,
                         bool keeps_first);

/// Bytes of each.
struct TrainingMemory {
  double weights = 0;      ///< with those that the run began with, where these are kept
  double moments = 0;      ///< of the optimizer
  double gradients = 0;    ///< of all shards
  double activations = 0;  ///< the larger ones of one batch of full length: a lower bound

  double total() const { return weights + moments + gradients + activations; }
};

TrainingMemory training_memory(const ModelConfig& model, const TrainingConfig& training,
                               const TrainedSize& size);

/// Bytes that a trainer of `parameters` weights surely takes: weights, moments, gradients of each shard and
/// the larger activations of one batch of full length. A lower bound.
double training_bytes(const ModelConfig& model, const TrainingConfig& training, Index parameters);

/// Throws std::invalid_argument that says both figures where this machine has less memory than that.
void check_memory(const ModelConfig& model, const TrainingConfig& training, Index parameters);

void check_memory(const ModelConfig& model, const TrainingConfig& training, const TrainedSize& size);

/// The same for several runs that are open at once and need `bytes` together.
void check_memory_of_runs(double bytes, std::size_t runs);

}  // namespace attnlab
