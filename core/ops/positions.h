// Sinusoidal position encoding.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// PE[pos,2i] = sin(pos/10000^(2i/C)), PE[pos,2i+1] = cos(pos/10000^(2i/C)): [T,C]
/// (Vaswani et al. 2017, section 3.5).
Variable sinusoidal_positions(Tape& tape, Index positions, Index width);

/// One cell of it, in double.
double sinusoid(Index position, Index column, Index width);

}  // namespace attnlab
