// What the parts of the Heads view share: heads with their analyses, and the measures.
#pragma once

#include "app/views/common/head_measures.h"

namespace attnlab {

/// Draws the choice of the measure, then the heads by layer or sorted by the measure.
void draw_heads_grid(const ViewModel& model, const Emit& emit);

/// Draws the selected head large: its map, lines and measures, the edits of it, and their effect.
void draw_open_head(const ViewModel& model, const Emit& emit);
/// Draws the buttons that remove the head and restore it.
void draw_head_surgery(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
