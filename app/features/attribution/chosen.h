// Attribution choice: which prediction of the pass on screen the view Attribution asks about.
#pragma once

#include <vector>

#include "app/features/attribution/choice.h"
#include "app/state/app_state.h"
#include "core/analysis/attribution/attribution.h"

namespace attnlab {

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
