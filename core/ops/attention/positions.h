// Sinusoidal position encoding.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// Which columns are sines: every other one (Vaswani et al. 2017), or the first half (Junczys-Dowmunt et al.
/// 2018, Marian). The same columns in another order.
enum class SineLayout { InTurns, Halves };

/// The column of layout InTurns that `column` is.
Index column_in_turns(Index column, Index width, SineLayout layout);

/// PE[pos,2i] = sin(pos/10000^(2i/C)), PE[pos,2i+1] = cos(pos/10000^(2i/C)): [T,C]
/// (Vaswani et al. 2017, section 3.5). One cell of layout InTurns, in double:
double sinusoid(Index position, Index column, Index width);

/// All cells of the first `positions` positions, to be computed once and reused.
Tensor sinusoid_table(Index positions, Index width, SineLayout layout = SineLayout::InTurns);

/// `positions` rows of sinusoid_table() from row `first` on, on the tape: [T,C]. `table` must outlive the
/// tape's pass.
Variable sinusoidal_positions(Tape& tape, const Tensor& table, Index first, Index positions,
                              SineLayout layout = SineLayout::InTurns);

}  // namespace attnlab
