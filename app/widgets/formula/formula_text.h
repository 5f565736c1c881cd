// Formula text: makes typeset formulas of a line of text, "y = x/√D".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/widgets/formula/formula.h"

namespace attnlab {

/// Colours for the names that occur in a formula.
using SymbolRoles = std::map<std::string, Role, std::less<>>;

/// A formula with the words after it.
struct FormulaText {
  Formula formula{};    ///< null where the text is no formula
  std::string words{};  ///< the text after a comma at the outermost level, or the whole text
};

/// Reads the notation of Derivation::formula: + − · × / ^ √ Σ_i ∂x, x[i,j], f(x), x², a = b = c.
FormulaText formula_from_text(std::string_view text, const SymbolRoles& roles = {});

/// Reads the same notation without words after it, as lessons write it. The text need not relate two sides:
/// "√D", "q, k"; beside the signs above there are ⊙ … ← → ≤ ≥ ≠ < > ∈, x₁, x³ and e^{−x/2}. Null where it is
/// no formula.
Formula formula_alone(std::string_view text, const SymbolRoles& roles = {});

}  // namespace attnlab
