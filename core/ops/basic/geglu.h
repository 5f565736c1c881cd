// GEGLU: a linear layer whose cells are gated by another's (Shazeer 2020), with GELU in the form with tanh.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// gelu_tanh(g)⊙u of gate and up, which lie side by side in each row: packed […,2F] → […,F]. Fused.
Variable geglu_tanh(Tape& tape, Variable packed);

}  // namespace attnlab
