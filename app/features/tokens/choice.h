// The view Tokens: its row and its options.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"

namespace attnlab {

/// Tokens: how the text became ids.
struct TokensChoice {
  std::string part = "levels";    ///< levels, merges, vocabulary or one_hot
  std::string text = "selected";  ///< of two texts: that of the selected query, source or target
  std::string level = "model";    ///< whose vocabulary is shown: the model's level, or another by name
  std::string walk = "word";  ///< the merges that are gone through: of the chosen word, of the text, or all
  Index merges = 0;           ///< how many merges are applied, in the order learnt
  std::string search;         ///< in the vocabulary; "": all of it
  std::string sort = "id";    ///< by which column of the vocabulary
  bool descending = false;    ///< the largest first

  bool shows_merges() const { return part == "merges"; }
  friend bool operator==(const TokensChoice&, const TokensChoice&) = default;
};

/// The names of the walks through merges, from the rows in app/features/tokens/work_walk.cpp.
std::vector<Choice> merge_walk_choices();

}  // namespace attnlab

namespace attnlab::tokens {
extern const Feature kFeature;
}
