// Formulas of the norms, one row per kind.
#pragma once

#include "app/widgets/formula/formula.h"
#include "core/layers/norm_kind.h"

namespace attnlab {

/// The normalized vector before γ, "x/√(m + ε)". Throws std::invalid_argument for a kind without a formula.
Formula normalized_formula(const NormKind& kind);
/// y = γ ⊙ normalized_formula, and + β where the norm is `shifted`.
Formula norm_formula(const NormKind& kind, bool shifted);

}  // namespace attnlab
