// Token selection: from the attention's query and key, or from the axes of the shown tensor.
#include "app/state/token_selection.h"

#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The token of the chosen cell, where the axis that is `from_end` places from the end of the shown tensor's
/// runs over the tokens of this side; else −1.
int shown_token(const AppState& state, const Trace& trace, std::size_t from_end, TextSide side) {
  if (state.chosen.in_attention()) return -1;
  const CellName& shown = *state.chosen.shown;
  const TraceTensor* tensor = trace.find(value_name(shown.tensor));
  if (!tensor || shown.index.size() != static_cast<std::size_t>(tensor->shape.rank())) return -1;
  if (shown.index.size() < from_end) return -1;
  const std::size_t axis = shown.index.size() - from_end;
  if (&axis_pieces(trace, *tensor, axis) != &pieces_of(trace, side)) return -1;
  return static_cast<int>(shown.index[axis] + first_piece(trace, *tensor));
}

}  // namespace

const std::vector<Piece>& pieces_of(const Trace& trace, TextSide side) {
  return side == TextSide::Source ? trace.source_pieces : trace.input_pieces;
}

SelectedTokens selected_tokens(const AppState& state, const Trace& trace, TextSide side) {
  if (!state.chosen.in_attention())
    return {shown_token(state, trace, 2, side), shown_token(state, trace, 1, side)};
  const bool source = side == TextSide::Source;
  const Selection& s = state.selection;
  SelectedTokens tokens;
  if (queries_are_source(s.attention) == source) tokens.query = static_cast<int>(s.query);
  if (keys_are_source(s.attention) == source) tokens.key = static_cast<int>(s.key);
  return tokens;
}

bool shown_rows_are_tokens(const AppState& state, const Trace& trace, TextSide side) {
  return shown_token(state, trace, 2, side) >= 0;
}

}  // namespace attnlab
