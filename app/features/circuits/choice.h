// The view Circuits: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Circuits: what heads do by their weights alone, and which head reads which.
struct CircuitsChoice {
  std::string part = "heads";         ///< heads, looks, says, eigenvalues or composition
  std::string measure = "induction";  ///< of head_score_kinds(): sorts the table, and is drawn over training
  std::string words;                  ///< shown words with spaces between; "": all, or those of the text
  Index distance = 0;                 ///< positions from key to query, where positions are rotary
  std::string by = "key";             ///< of composition: query, key or value
  Index row = -1, column = -1;        ///< ids of the words whose entry is opened; −1: none
  double least = 0.02;                ///< composition over chance that is drawn

  /// What is worked out for the part that is shown.
  enum class Needs { Scores, Words, Composition };
  Needs needs() const;
  bool opens_pair() const { return row >= 0 && column >= 0; }
  friend bool operator==(const CircuitsChoice&, const CircuitsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::circuits {
extern const Feature kFeature;
}
