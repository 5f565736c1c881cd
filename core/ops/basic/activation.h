// Activation functions of the feed-forward network.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// max(0, x).
Variable relu(Tape& tape, Variable x);

/// x·Φ(x), Φ the normal distribution function: ½x(1 + erf(x/√2)) (Hendrycks and Gimpel 2016).
Variable gelu(Tape& tape, Variable x);

/// The same paper's approximation ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
Variable gelu_tanh(Tape& tape, Variable x);

}  // namespace attnlab
