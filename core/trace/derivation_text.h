// A derivation in writing: plain text, JSON, LaTeX and CSV.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/trace/derivation.h"

namespace attnlab {

/// How much of a long sum is written.
struct DerivationStyle {
  int digits = 4;              ///< after the point
  std::size_t most_terms = 8;  ///< of a sum; the largest first, the rest as one number. 0: all, in order
};

/// "0.50×0.70 + (−0.30)×(−0.20) + 48 terms (0.12) = 0.76".
std::string derivation_text(const Derivation& derivation, const DerivationStyle& style);

/// The derivation in LaTeX, formula first: an aligned environment's two or three lines.
std::string derivation_latex(const Derivation& derivation, const DerivationStyle& style);

/// One line for each operand, under the line "tensor,index,value": every cell once, in order.
std::string derivation_csv(const Derivation& derivation);

/// {"cell": "name[0,1]", "tensor", "index", "value", "formula", "operation", "leaf", "edited", "derivation":
/// {"kind", "value", "label"?, "cell"?, "parts"?}}; numbers in full, "NaN", "inf" and "-inf" as text.
nlohmann::ordered_json derivation_json(const Derivation& derivation);

/// The number, or "NaN", "inf" or "-inf", as JSON has no such numbers.
nlohmann::ordered_json number_json(double value);

/// A number with a true minus sign and `digits` after the point; more where a small number would lose its
/// first two figures ("0.0012" at 2 digits), and a power of ten below 0.0001: "4.2e−7". "−∞", "∞", "NaN".
std::string number_text(double value, int digits);

}  // namespace attnlab
