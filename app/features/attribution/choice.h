// The view Attribution: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Attribution: how much each word or patch of the input counts for one prediction, by several methods.
struct AttributionChoice {
  Index position = -1;            ///< of the prediction; −1: see attributed_position()
  Index word = -1;                ///< that is predicted, by its number; −1: the most probable
  Index against = -1;             ///< that a difference subtracts; −1: the most probable other
  std::string metric = "logit";   ///< of metric_kinds()
  std::string baseline = "zero";  ///< of baseline_kinds()
  Index steps = 64;               ///< of the integral
  friend bool operator==(const AttributionChoice&, const AttributionChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::attribution {
extern const Feature kFeature;
}
