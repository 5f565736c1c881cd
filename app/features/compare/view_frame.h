// What the parts of the Compare view share.
#pragma once

#include "app/views/stage/compared_maps.h"

namespace attnlab {

/// Draws the choice of the other pass: compare.with[0,i], compare.text, compare.picture, compare.keep.
void draw_compare_choice(const ViewModel& model, const Emit& emit);

/// All tensors with the size of their change: compare.row[i,0], compare.sorted.
void draw_compare_list(const CompareFrame& frame, ImVec2 size);

}  // namespace attnlab
