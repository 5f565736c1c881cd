// Tensor groups: the tensors of a trace sorted into the parts of the model that make them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/app_state.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The tensors that one part of the model makes, in order of computation.
struct TensorGroup {
  std::string name;  ///< "recurrent.layers.0", "alignment"
  Place place;
  std::vector<const TraceTensor*> tensors;
};

/// Groups of all tensors with at least two axes, ordered by when their last tensor is computed.
std::vector<TensorGroup> tensor_groups(const Trace& trace);

/// The name of a place, or the title of a place without a name: "output" for the pooled vector's.
std::string group_of(const Place& place);

/// The selected head's index in a tensor of heads: several heads may share their keys and values.
Index head_in(const TraceTensor* tensor, const Selection& selection);

/// The same tensor `step` layers up; `tensor` itself where there is none.
std::string tensor_in_layer(const Trace& trace, const std::string& tensor, int step);

/// The tensor shown first of a model without attention heads: the alignment of a seq2seq model, else the
/// state of the last recurrent layer, else the output.
std::string default_tensor(const ModelConfig& config);

/// The cell of `tensor` at `row` and `column` of its last two axes, clamped to the shape; head 0.
CellName cell_at(const TraceTensor& tensor, Index row, Index column);

}  // namespace attnlab
