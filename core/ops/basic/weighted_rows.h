// Weighted rows: y = x·W, the rows of a table times numbers, all added.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y[…,C] = Σ_f x[…,f]·table[f,C]. Throws std::invalid_argument if x has not as many numbers as the table
/// has rows.
Variable weighted_rows(Tape& tape, Variable x, Variable table);

}  // namespace attnlab
