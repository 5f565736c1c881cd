// Scale: multiplication by one number, as by 1/√D.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y = x / divisor. `label` names the divisor in explanations ("√D"); it must outlive the tape.
Variable divide(Tape& tape, Variable x, Real divisor, const char* label);

/// y = factor·x. `label` names the factor in explanations ("β"); it must outlive the tape.
Variable multiply(Tape& tape, Variable x, Real factor, const char* label);

}  // namespace attnlab
