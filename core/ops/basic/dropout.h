// Dropout: in training, some cells are zeroed and the rest scaled up.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// Each cell is kept with probability 1−rate and divided by it, else 0 (Srivastava et al. 2014). The
/// choices depend only on the tape's random key and the cell's place. Returns x itself where the rate is 0
/// or the tape is not stochastic (evaluation, tracing).
Variable dropout(Tape& tape, Variable x, double rate);

/// 1/(1−rate) or 0 for one cell: the factor by which dropout multiplies it.
Real dropout_factor(std::uint64_t key, Index cell, double rate);

}  // namespace attnlab
