// Input rollout: which inputs attention alone brings to a prediction.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Whether a model mixes its positions by self-attention, so that there is a rollout.
bool has_rollout(const ModelConfig& config);

/// Attention rollout (Abnar and Zuidema 2020), from the prediction at `position` back through the layers:
/// each attention is ½(mean over heads of its weights) + ½I, for the residual path; a decoder's
/// cross-attention hands half of each share on to the encoder. A class is read from the class vector, or in
/// equal parts from all positions. The shares [N] of the rows of attributed_inputs(), in their order; what is
/// missing to 1 is the class vector's, which is no input. Throws std::invalid_argument for a model without
/// self-attention.
std::vector<double> input_rollout(const Trace& trace, Index position);

}  // namespace attnlab
