// Batch rows: a batch made of rows of another one, and the logits of a recorded pass over a batch.
#pragma once

#include <span>
#include <vector>

#include "core/models/model.h"

namespace attnlab {

class AttentionDevice;

/// The rows `rows` of `batch`, one behind the other, as a batch; a row may come several times. No pictures.
Batch batch_of_rows(const Batch& batch, std::span<const Index> rows);

/// The logits [B,T,V] of one pass over `batch` that computes as a recorded pass does, with attention on
/// `device`; null: on the processor.
std::vector<Real> recorded_logits(const Model& model, std::span<const Real> weights, const Batch& batch,
                                  AttentionDevice* device);

}  // namespace attnlab
