// Add: the residual sum, and the sum of embeddings and positions.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y = a + b. `b` may have fewer cells than `a`: it is then repeated over a's leading axes, as positions
/// [T,C] are over the batch. Throws std::invalid_argument if b's size does not divide a's.
Variable add(Tape& tape, Variable a, Variable b);

}  // namespace attnlab
