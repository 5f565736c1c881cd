// Matrices computed from each other cell by cell or row by row: a + b = c, x → f(x), norms.
#pragma once

#include <string>
#include <vector>

#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"

namespace attnlab {

/// One matrix of a flow.
struct FlowItem {
  StageMatrix matrix;
  TensorAxes axes{};
  std::string sign{};               ///< before the matrix: "+", "=", "→", "⊙"; "" for the first
  std::vector<StageMatrix> side{};  ///< narrow matrices of the same rows at the right: means, variances
  bool other_rows = false;          ///< rows of its own, named beside the first matrix too
};

/// Draws the items in the rest of the window, wide matrices below each other so that equal features share a
/// column, others side by side. The last is the stage's own; `reserved` pixels at the right stay free.
Box draw_flow(StageFrame& frame, const std::vector<FlowItem>& items, float reserved = 0);

}  // namespace attnlab
