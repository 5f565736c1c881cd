// SwiGLU: a linear layer whose cells are gated by another's (Shazeer 2020).
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// x·σ(x), σ the logistic function 1/(1 + exp(−x)) (SiLU, or Swish with β = 1: Ramachandran et al. 2017).
Variable silu(Tape& tape, Variable x);

/// a⊙b, cell by cell; both of one shape.
Variable multiply(Tape& tape, Variable a, Variable b);

/// SiLU(g)⊙u of gate and up, which lie side by side in each row: packed […,2F] → […,F]. Fused.
Variable swiglu(Tape& tape, Variable packed);

}  // namespace attnlab
