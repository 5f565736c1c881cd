// Any tensor on the stage: what it is in one sentence, its colours, its axes with their labels.
#pragma once

#include <string>

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

/// One plain sentence for a student; "" for tensors that need none.
std::string tensor_sentence(Format format, std::string_view tensor);
/// "recurrent layer 0", "alignment": the part of the model that makes a group of tensors.
std::string group_title(std::string_view group);
/// "input gate": short enough for a thumbnail.
std::string tensor_label(std::string_view tensor);

/// Gates and shares from 0 to 1, probabilities to their largest, all else signed.
ColourScale tensor_scale(Format format, std::string_view tensor);

/// The names along rows and columns of a tensor's matrix.
struct TensorAxes {
  TokenAxis rows, cols;
  std::string row_title, col_title;
  Role row_role = Role::None, col_role = Role::None;
};
/// `tensor` is of `trace`, which may be another pass than the one on screen.
TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
