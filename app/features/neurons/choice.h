// The view Neurons: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Neurons: the units of a feed-forward network, what moves each, and what each says.
struct NeuronsChoice {
  std::string part = "text";         ///< text, examples, words or weights
  std::string by = "activation";     ///< of kUnitOrders: what orders the units
  std::string over = "text";         ///< text: the largest value of all positions; token: of the selected one
  std::string answer = "predicted";  ///< whose logit: predicted or right
  std::string feature = "position";  ///< of text_features()
  Index unit = 0;                    ///< the selected unit of every network

  bool right_answer() const { return answer == "right"; }
  bool at_token() const { return over == "token"; }
  friend bool operator==(const NeuronsChoice&, const NeuronsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::neurons {
extern const Feature kFeature;
}
