// The formulas of position schemes.
#pragma once

#include "app/widgets/formula/formula.h"

namespace attnlab {

/// `patches`: the model reads pictures.
Formula sinusoidal_formula(bool patches);
Formula learned_formula(bool patches);
Formula rotary_formula(bool patches);
Formula alibi_formula(bool patches);

}  // namespace attnlab
