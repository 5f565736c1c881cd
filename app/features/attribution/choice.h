// The view Attribution: its row, its options and what it finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "core/analysis/attribution/attribution.h"

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

/// The pass on screen may be newer.
struct AttributionResults {
  std::shared_ptr<const Attributions> attribution;  ///< null before the first
  std::string error;                                ///< why there is none
  bool busy = false;                                ///< another is being worked out
};

/// A word, or class, with what the model gives to it at a position.
struct LikelyWord {
  TokenId word = 0;
  double probability = 0;
};

/// The `count` most probable words at a position, the most probable first.
std::vector<LikelyWord> likely_words(const Trace& trace, Index position, std::size_t count);

/// How many predictions the pass has: positions, or 1 for a class.
Index predictions_of(const Trace& trace);

/// The position that choices.of<AttributionChoice>() names. Where it names none that the pass has, the first
/// word of an answer, or the last position of another text whose target counts.
Index attributed_position(const AttributionChoice& choice, const Trace& trace);

/// The prediction that is asked about.
ChosenPrediction attributed_prediction(const AttributionChoice& choice, const Trace& trace);

/// All that the attributions on screen depend on, beside the pass.
AttributionSettings attribution_settings(const AttributionChoice& choice, const Trace& trace);

}  // namespace attnlab

namespace attnlab::attribution {

extern const Feature kFeature;

}  // namespace attnlab::attribution
