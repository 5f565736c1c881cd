// Tanh: the hyperbolic tangent of each cell.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y = tanh(x).
Variable tanh(Tape& tape, Variable x);

}  // namespace attnlab
