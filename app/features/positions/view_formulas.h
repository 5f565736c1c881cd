// The formulas of position schemes.
#pragma once

#include "app/widgets/formula/formula.h"

namespace attnlab {

struct PositionsFrame;

Formula sinusoidal_formula(const PositionsFrame& frame);
Formula learned_formula(const PositionsFrame& frame);
Formula rotary_formula(const PositionsFrame& frame);
Formula alibi_formula(const PositionsFrame& frame);

}  // namespace attnlab
