// What the parts of the Compare view share.
#pragma once

#include "app/views/common/sides.h"

namespace attnlab {

/// One frame of the view: the chosen tensor in both passes.
struct CompareFrame {
  const ViewModel& model;
  const Emit& emit;
  const TraceDiff& diff;
  SideNames names;
  CellName cell;  ///< the chosen cell, in this pass
  Sides sides;
};

/// Draws the choice of the other pass: compare.with[0,i], compare.text, compare.picture, compare.keep.
void draw_compare_choice(const ViewModel& model, const Emit& emit);

/// All tensors with the size of their change: compare.row[i,0], compare.sorted.
void draw_compare_list(const CompareFrame& frame, ImVec2 size);

/// The tensor in the other pass, in this one, and the difference: compare.before, compare.after,
/// compare.difference with their cells.
void draw_compare_maps(const CompareFrame& frame, ImVec2 size);

}  // namespace attnlab
