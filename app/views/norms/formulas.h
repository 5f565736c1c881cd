// Formulas of the norms, one row a kind.
#pragma once

#include "app/widgets/formula/formula.h"
#include "core/layers/norm_kind.h"

namespace attnlab {

/// What a norm makes of a vector before γ, "x/√(m + ε)". Throws std::invalid_argument for a kind without one.
Formula normalized_formula(const NormKind& kind);
/// y = γ ⊙ normalized_formula, and + β where the norm is `shifted`.
Formula norm_formula(const NormKind& kind, bool shifted);

}  // namespace attnlab
