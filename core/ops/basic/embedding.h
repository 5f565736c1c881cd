// Embedding: a token's row of a table.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// y[…,C] = factor·table[ids[…],C]; y has the axes `leading` and then C. An id that the vocabulary lacks
/// (kUnknownId, negative) gives zeros. The 2017 Transformer's factor is √C (Vaswani et al., section 3.4).
/// Throws std::invalid_argument for an id past the table's end.
Variable embedding(Tape& tape, Variable table, std::span<const TokenId> ids, const Shape& leading,
                   Real factor = Real(1));

}  // namespace attnlab
