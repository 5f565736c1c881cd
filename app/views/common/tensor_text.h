// Any tensor on the stage: its label, its colours, its axes with their names.
#pragma once

#include <string>

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// "input gate": short enough for a thumbnail.
std::string tensor_label(const TraceTensor& tensor);

/// Gates and shares from 0 to 1, probabilities to their largest, all else signed.
ColourScale tensor_scale(const TraceTensor& tensor);
/// The same by name; gradients are signed.
ColourScale tensor_scale(const Trace& trace, std::string_view tensor);

/// The names along rows and columns of a tensor's matrix.
struct TensorAxes {
  TokenAxis rows, cols;
  std::string row_title, col_title;
  Role row_role = Role::None, col_role = Role::None;
};
/// `tensor` is of `trace`, which may be another pass than the one on screen.
TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
