// A tensor in two passes, and the difference.
#pragma once

#include "app/views/common/sides.h"

namespace attnlab {

/// The chosen tensor in both passes.
struct CompareFrame {
  const ViewModel& model;
  const Emit& emit;
  const TraceDiff& diff;
  SideNames names;
  CellName cell;  ///< the chosen cell, in this pass
  Sides sides;
};

/// The tensor in the other pass, in this one, and the difference: compare.before, compare.after,
/// compare.difference with their cells.
void draw_compare_maps(const CompareFrame& frame, ImVec2 size);

}  // namespace attnlab
