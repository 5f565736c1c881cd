// Parts of heads over time.
#pragma once

#include "app/state/training_history.h"
#include "app/views/training/frame.h"

namespace attnlab {

/// The weights of the selected head, or of all `heads` of its layer, at kept steps.
void draw_heads_strip(const TrainingFrame& training, const AttentionHistory& history, Index heads);

/// Entropy, and where the weight lies: of one head on which tokens, of several how far away, and so where the
/// keys are another text's.
void draw_heads_curves(const TrainingFrame& training, const AttentionHistory& history, Index heads);

}  // namespace attnlab
