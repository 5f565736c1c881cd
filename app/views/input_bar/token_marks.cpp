// Marks of the selected attention, or of the tensor on the stage.
#include "app/views/input_bar/token_marks.h"

#include "app/state/tensor_groups.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "core/layers/alignment_sites.h"

namespace attnlab {
namespace {

std::vector<float> row_of_weights(const TensorSlice& weights, Index row) {
  std::vector<float> shares;
  if (weights.empty() || row >= weights.view.rows) return shares;
  for (int key = 0; key < weights.view.cols; ++key)
    shares.push_back(weights.view.at(static_cast<int>(row), key));
  return shares;
}

TokenMarks marks_of_attention(const ViewModel& model, TextSide side) {
  const bool source = side == TextSide::Source;
  const Selection& s = model.state.selection;
  TokenMarks marks;
  if (queries_are_source(s.attention) == source) marks.query = static_cast<int>(s.query);
  if (keys_are_source(s.attention) != source) return marks;
  marks.key = static_cast<int>(s.key);
  const TraceTensor* weights = model.trace->find(stage_tensor(s, Stage::Softmax));
  marks.attention = row_of_weights(matrix_slice(weights, s.head, model.trace_version), s.query);
  return marks;
}

/// The token of the chosen cell, where an axis of the shown tensor runs over the tokens of this side; else
/// −1.
int shown_token(const ViewModel& model, std::size_t from_end, TextSide side) {
  const bool source = side == TextSide::Source;
  if (model.state.chosen.in_attention()) return -1;
  const CellName& shown = *model.state.chosen.shown;
  const TraceTensor* tensor = model.trace->find(value_name(shown.tensor));
  if (!tensor || shown.index.size() != static_cast<std::size_t>(tensor->shape.rank())) return -1;
  if (shown.index.size() < from_end) return -1;
  const std::size_t axis = shown.index.size() - from_end;
  const auto& pieces = source ? model.trace->source_pieces : model.trace->input_pieces;
  if (&axis_pieces(*model.trace, *tensor, axis) != &pieces) return -1;
  return static_cast<int>(shown.index[axis] + first_piece(*model.trace, *tensor));
}

TokenMarks marks_of_shown(const ViewModel& model, TextSide side) {
  const bool source = side == TextSide::Source;
  TokenMarks marks{shown_token(model, 2, side), shown_token(model, 1, side), {}};
  const int asks = source ? shown_token(model, 2, TextSide::Target) : -1;
  const TraceTensor* weights =
      model.trace->find(Place().inside(alignment_sites::kAlignment), alignment_sites::kWeights);
  if (asks >= 0) marks.attention = row_of_weights(matrix_slice(weights, 0, model.trace_version), asks);
  return marks;
}

}  // namespace

bool rows_are_tokens(const ViewModel& model, TextSide side) { return shown_token(model, 2, side) >= 0; }

TokenMarks token_marks(const ViewModel& model, TextSide side) {
  return model.state.chosen.in_attention() ? marks_of_attention(model, side) : marks_of_shown(model, side);
}

}  // namespace attnlab
