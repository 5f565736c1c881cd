// The view Recurrence: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Recurrence: a recurrent network unrolled in time, its gates and states, and the way of gradients back.
struct RecurrenceChoice {
  std::string part = "unrolled";     ///< unrolled, gates, states, back or eigenvalues
  std::string order = "numbers";     ///< of units: numbers, or feature (those that follow it best first)
  std::string feature = "position";  ///< of text_features()
  std::string state = "hidden";      ///< which state the heat shows: hidden or cell
  std::string loss = "one";          ///< whose gradient goes back: one (target's) or whole
  Index target = -1;                 ///< the position of the one target; −1: the last that counts
  bool compare = false;              ///< cells of the same size over each other
  Index steps = 0;                   ///< for which compared cells are trained
  Index gate = 0;                    ///< of the kind's gates: whose recurrent weights have eigenvalues

  bool one_target() const { return loss == "one"; }
  bool by_feature() const { return order == "feature"; }
  /// What is worked out beyond the trace for the part that is shown.
  enum class Needs { Nothing, Gradients, Eigenvalues };
  Needs needs() const;
  friend bool operator==(const RecurrenceChoice&, const RecurrenceChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::recurrence {
extern const Feature kFeature;
}
