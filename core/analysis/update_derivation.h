// Update derivation: why AdamW moved one weight to where it is.
#pragma once

#include "core/trace/derivation.h"
#include "core/training/training_config.h"

namespace attnlab {

/// One cell of one parameter around one update.
struct WeightUpdate {
  CellName cell;
  double weight = 0;         ///< before
  double gradient = 0;       ///< of the batch's mean loss, not clipped
  double mean = 0;           ///< m before
  double square = 0;         ///< v before
  double clip_factor = 1;    ///< what clipping multiplies the gradient by: clip_factor()
  double learning_rate = 0;  ///< of this update
  Index update = 1;          ///< t: this is the t-th update, the first is 1
  bool decays = true;        ///< matrices do, vectors do not
  double result = 0;         ///< the weight after the update, as stored
};

/// w ← w·(1 − lr·λ) − lr·m̂ / (√v̂ + ε), with the new moments worked out from the old ones
/// (Loshchilov and Hutter 2019). Its operands are the weight, NAME.grad, and the moments NAME.mean and
/// NAME.square.
Derivation derive_update(const WeightUpdate& update, const TrainingConfig& config);

}  // namespace attnlab
