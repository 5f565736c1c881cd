// The view Positions: its row, and what is chosen in it.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Positions: how the model knows where a token is.
struct PositionsChoice {
  std::string kind = "model";  ///< the model's own, or one of the kinds to compare it with
  Index position = 4;          ///< dragged along the waves; similarity is measured from it
  Index first_dimension = 0;   ///< of the waves that are drawn
  Index every = 8;             ///< dimensions from one wave to the next
  Index dimensions = 4;        ///< how many waves
  bool cosine = false;         ///< similarity is the cosine instead of the dot product
  bool shuffle = false;        ///< the shuffle test is run
  Index order = 0;             ///< which order of the words it tries
  friend bool operator==(const PositionsChoice&, const PositionsChoice&) = default;
};

extern const ViewKind kPositionsView;

}  // namespace attnlab
