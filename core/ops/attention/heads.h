// Heads: cutting the model's width into heads and joining them again.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// [B,T,H·D] → [B,H,T,D].
Variable split_heads(Tape& tape, Variable x, Index heads);
/// [B,H,T,D] → [B,T,H·D].
Variable merge_heads(Tape& tape, Variable x);

}  // namespace attnlab
