// The matrices that an open head shows, made once for a trace.
#pragma once

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// The weights of a head, with what its mask hides.
MatrixView head_weights(const ViewModel& model, const Selection& head);
/// The mean over the heads of the same layer.
MatrixView mean_weights(const ViewModel& model, const Selection& head);

/// The head that is compared with; none where the choice names none of this model's.
std::optional<Selection> compared_head(const ViewModel& model);

}  // namespace attnlab
