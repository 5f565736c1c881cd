// Full batch: one sequence of a wanted length, for passes that are timed or counted and not looked at.
#pragma once

#include "core/data/batch.h"
#include "core/models/model_config.h"

namespace attnlab {

/// One sequence without padding that a model of `config` reads: `positions` tokens, of the source too where
/// it reads two texts, or its one picture (and `positions` tokens of its answer), or one word and one
/// candidate. Tokens go through the vocabulary, pixels are half light. 1 ≤ positions ≤ config.context.
Batch full_batch(const ModelConfig& config, Index positions);

}  // namespace attnlab
