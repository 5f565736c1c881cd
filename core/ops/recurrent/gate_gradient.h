// Gate gradient: explains the gradients of the values that a gate reads.
#pragma once

#include <optional>

#include "core/ops/recurrent/gate_step.h"

namespace attnlab {

/// One position of a gate that has been computed.
struct GatePosition {
  const GateInputs& in;
  GateFunction function;
  const Reading& reading;
  Index t;
  const Node* output;
};

/// The gradient through this position of cell `at` of `input`: over the units that read it, the gradient at
/// the unit's sum times the cell's weight. The chain rule would write each unit's whole sum. None where this
/// position does not read the cell, for padded batches, and for reset gates, of which a cell has one reader.
std::optional<Expression> gate_gradient(const GatePosition& gate, const Node* input, Index at);

}  // namespace attnlab
