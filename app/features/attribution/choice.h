// The view Attribution: its row, its options and what it finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "core/analysis/attribution/attribution.h"

namespace attnlab {

/// Attribution: how much each token or patch of the input contributes to one prediction, by several methods.
struct AttributionChoice {
  Index position = -1;            ///< of the prediction; −1: see attributed_position()
  Index word = -1;                ///< the predicted token, by its ID; −1: the most probable
  Index against = -1;             ///< the token that a difference subtracts; −1: the most probable other
  std::string metric = "logit";   ///< of metric_kinds()
  std::string baseline = "zero";  ///< of baseline_kinds()
  Index steps = 64;               ///< of integrated gradients
  friend bool operator==(const AttributionChoice&, const AttributionChoice&) = default;
};

/// The forward pass on screen may be newer.
struct AttributionResults {
  std::shared_ptr<const Attributions> attribution;  ///< null before the first
  std::string error;                                ///< why there is none
  bool busy = false;                                ///< another is being computed
};

/// A token, label or class with its probability at a position.
struct LikelyWord {
  TokenId word = 0;
  double probability = 0;
};

/// The `count` most probable tokens at a position, the most probable first.
std::vector<LikelyWord> likely_words(const Trace& trace, Index position, std::size_t count);

/// The number of predictions: one per position, or 1 for a class.
Index predictions_of(const Trace& trace);

/// The chosen position. If the forward pass does not have it: the first token of an answer, or the last
/// position of another text whose target counts.
Index attributed_position(const AttributionChoice& choice, const Trace& trace);

/// The prediction to attribute.
ChosenPrediction attributed_prediction(const AttributionChoice& choice, const Trace& trace);

/// Everything that the attributions on screen depend on, except for the forward pass.
AttributionSettings attribution_settings(const AttributionChoice& choice, const Trace& trace);

}  // namespace attnlab

namespace attnlab::attribution {

extern const Feature kFeature;

}  // namespace attnlab::attribution
