// The matrices of an open head, computed once per trace.
#pragma once

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// The weights of a head, with its mask.
MatrixView head_weights(const ViewModel& model, const Selection& head);
/// The mean over the heads of the same layer.
MatrixView mean_weights(const ViewModel& model, const Selection& head);

/// The head to compare with; none where the choice names no head of this model.
std::optional<Selection> compared_head(const ViewModel& model);

}  // namespace attnlab
