// A tensor on the stage: its label, its colours, the names on its axes.
#pragma once

#include <string>

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// "input gate": short enough for a thumbnail.
std::string tensor_label(const TraceTensor& tensor);

/// The scale of gates and shares is from 0 to 1, of probabilities up to their largest; all others are signed.
ColourScale tensor_scale(const TraceTensor& tensor);
/// The scale of a tensor by name; gradients are signed.
ColourScale tensor_scale(const Trace& trace, std::string_view tensor);

/// The names along rows and columns of a tensor's matrix.
struct TensorAxes {
  TokenAxis rows, cols;
  std::string row_title, col_title;
  Role row_role = Role::None, col_role = Role::None;
};
/// `trace` holds `tensor`; it may be another pass than the one on screen.
TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
