// Marks of the selected attention, or of the tensor on the stage; and a press on a token.
#include "app/views/input_bar/token_marks.h"

#include <imgui.h>

#include <string>

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

std::vector<float> attention_to(const ViewModel& model, TextSide side) {
  const Selection& s = model.state.selection;
  if (keys_are_source(s.attention) != (side == TextSide::Source)) return {};
  const TraceTensor* weights = model.trace->find(stage_tensor(s, Stage::Softmax));
  return row_of_weights(matrix_slice(weights, s.head, model.trace_version), s.query);
}

/// The alignment of the shown tensor's row, where that is a token of the target.
std::vector<float> alignment_to(const ViewModel& model, TextSide side) {
  if (side == TextSide::Target) return {};
  const int asks = selected_tokens(model.state, *model.trace, TextSide::Target).query;
  if (asks < 0) return {};
  const TraceTensor* weights =
      model.trace->find(Place().inside(alignment_sites::kAlignment), alignment_sites::kWeights);
  return row_of_weights(matrix_slice(weights, 0, model.trace_version), asks);
}

}  // namespace

TokenMarks token_marks(const ViewModel& model, TextSide side) {
  const SelectedTokens tokens = selected_tokens(model.state, *model.trace, side);
  const bool attention = model.state.chosen.in_attention();
  return {tokens.query, tokens.key, attention ? attention_to(model, side) : alignment_to(model, side)};
}

void choose_token(const ViewModel& model, TextSide side, int index, const Emit& emit) {
  const bool source = side == TextSide::Source;
  const AttentionKind kind = model.state.selection.attention;
  if (shown_rows_are_tokens(model.state, *model.trace, side))
    return emit({"select.query", {std::to_string(index)}});
  if (attentions_of(model.trace->config()).empty()) return;
  const bool can_ask = queries_are_source(kind) == source, can_be_key = keys_are_source(kind) == source;
  const bool as_key = can_be_key && (!can_ask || ImGui::GetIO().KeyShift);
  if (!can_ask && !can_be_key) emit({"select.attention", {"cross"}});
  const bool key = as_key || (!can_ask && source);
  emit({key ? "select.key" : "select.query", {std::to_string(index)}});
}

}  // namespace attnlab
