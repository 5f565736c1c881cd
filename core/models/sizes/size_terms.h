// Size terms: the number of a parameter's cells as products of a model's sizes, "2·d·F + F + d".
#pragma once

#include <string_view>
#include <vector>

#include "core/autograd/parameters.h"
#include "core/models/model_config.h"

namespace attnlab {

/// A size of models, as formulas write it.
struct SizeLetter {
  std::string_view letter;   ///< "d"
  std::string_view meaning;  ///< "width"
  Index (*value)(const ModelConfig& config);
};

/// `count` times the product of the letters, which stand in the order of formulas, one several times where it
/// is squared. No letters: the count alone.
struct SizeTerm {
  Index count = 1;
  std::vector<const SizeLetter*> letters;
  friend bool operator==(const SizeTerm&, const SizeTerm&) = default;
};

/// A sum of terms with different letters, products of more letters first.
using SizeTerms = std::vector<SizeTerm>;

/// The cells of a parameter of a model of `config`. Each site has its letters. Throws std::logic_error for a
/// site without a row, and for a shape that is no multiple of its letters' values.
SizeTerm cells_of(const Parameter& parameter, const ModelConfig& config);

/// Adds a term to a sum.
void add_term(SizeTerms& terms, const SizeTerm& term);
Index value_of(const SizeTerms& terms, const ModelConfig& config);

/// The same sum in the width alone, where another width is a whole multiple of it: F = 4·d makes 2·d·F 8·d².
SizeTerms in_widths(const SizeTerms& terms, const ModelConfig& config);

/// The letters of a sum, each once, in the order of formulas.
std::vector<const SizeLetter*> letters_of(const SizeTerms& terms);

}  // namespace attnlab
