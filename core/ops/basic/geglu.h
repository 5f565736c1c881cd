// GEGLU: a linear layer gated by another linear layer (Shazeer 2020), with the tanh form of GELU.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// gelu_tanh(g)⊙u of gate and up, which lie side by side in each row: packed […,2F] → […,F]. Fused.
Variable geglu_tanh(Tape& tape, Variable packed);

}  // namespace attnlab
