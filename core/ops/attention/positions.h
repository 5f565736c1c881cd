// Sinusoidal position encoding.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// PE[pos,2i] = sin(pos/10000^(2i/C)), PE[pos,2i+1] = cos(pos/10000^(2i/C)): [T,C]
/// (Vaswani et al. 2017, section 3.5). One cell, in double:
double sinusoid(Index position, Index column, Index width);

/// All cells of the first `positions` positions, to be computed once and reused.
Tensor sinusoid_table(Index positions, Index width);

/// `positions` rows of sinusoid_table() from row `first` on, on the tape: [T,C]. `table` must outlive the
/// tape's pass.
Variable sinusoidal_positions(Tape& tape, const Tensor& table, Index first, Index positions);

}  // namespace attnlab
