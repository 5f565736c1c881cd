// The sides of a comparison: this pass, the pass it is compared with, and the difference.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// Names of the two passes: "step 240" and "step 512", "without the edits" and "with the edits".
struct SideNames {
  std::string before, after;
};
SideNames side_names(const ViewModel& model);

/// "loss 2.310 → 2.571 · 3 of 7 predictions differ, first “e” 61 % → “a” 40 %". Predictions only if both
/// passes have the same number of them.
std::string effect_text(const ViewModel& model, const TraceDiff& diff);

/// One head of a tensor in both passes, `before` empty if that pass does not have the tensor, and the
/// difference, empty if their sizes differ.
struct Sides {
  TensorSlice after, before, difference;
};
/// `cache` holds the difference.
Sides sides_of(CachedMatrix<float>& cache, const ViewModel& model, const TraceTensor& after, Index head);

/// The side of a tensor that the user chose, and the pass that names its tokens; this pass if nothing is
/// compared or the other side does not have the tensor.
struct SeenSide {
  TensorSlice slice;
  const Trace& trace;
  Side side;
};
SeenSide seen_side(const ViewModel& model, const TraceTensor& tensor, Index head);

/// Draws the choice of the side, if there is a comparison; script name stage.side[0,i].
void draw_side_choice(const ViewModel& model, const TraceTensor& tensor, const Emit& emit);

/// Shows the view Compare, or hides it.
void open_comparison(const AppState& state, const Emit& emit);

}  // namespace attnlab
