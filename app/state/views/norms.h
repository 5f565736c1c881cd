// The view Norms: its row, and what is chosen in it.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Norms: what normalization does to each token.
struct NormsChoice {
  std::string norm;                     ///< the norm looked at; "" the first
  std::string part = "tokens";          ///< tokens, layers, kinds or depth
  std::string statistic = "deviation";  ///< of each token in each layer: mean, deviation or size
  bool experiment = false;              ///< pre- and post-norm models are trained to be compared
  Index steps = 200;                    ///< for so many steps
  Index layers = 6;                     ///< so deep
  friend bool operator==(const NormsChoice&, const NormsChoice&) = default;
};

extern const ViewKind kNormsView;

}  // namespace attnlab
