// The view Positions: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Positions: how the model knows the position of a token.
struct PositionsChoice {
  std::string kind = "model";  ///< the model's own, or another kind to compare it with
  Index position = 4;          ///< dragged along the waves; similarity is measured from this position
  Index first_dimension = 0;   ///< of the drawn waves
  Index every = 8;             ///< dimensions from one wave to the next
  Index dimensions = 4;        ///< number of waves
  bool cosine = false;         ///< similarity is the cosine instead of the dot product
  bool shuffle = false;        ///< runs the shuffle test
  Index order = 0;             ///< the order of the tokens in the shuffle test
  friend bool operator==(const PositionsChoice&, const PositionsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::positions {
extern const Feature kFeature;
}
