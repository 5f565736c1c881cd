// Parts of heads over time.
#pragma once

#include "app/features/training/results.h"
#include "app/features/training/view_frame.h"

namespace attnlab {

/// The weights of the selected head, or of all `heads` of its layer, at kept steps.
void draw_heads_strip(const TrainingFrame& training, const AttentionHistory& history, Index heads);

/// Draws the entropy, and where the weight lies: for one head by token; for several heads, or keys of another
/// text, by distance.
void draw_heads_curves(const TrainingFrame& training, const AttentionHistory& history, Index heads);

}  // namespace attnlab
