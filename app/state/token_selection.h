// Token selection: which tokens of a text the selection, or the chosen cell of a shown tensor, is about.
#pragma once

#include "app/state/app_state.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The encoder's text, or the text that the decoder reads.
enum class TextSide { Source, Target };

/// Whether an attention's keys, or its queries, are tokens of the source.
inline bool keys_are_source(AttentionKind kind) { return kind != AttentionKind::DecoderSelf; }
inline bool queries_are_source(AttentionKind kind) { return kind == AttentionKind::EncoderSelf; }

/// What the model read on this side, position by position.
const std::vector<Piece>& pieces_of(const Trace& trace, TextSide side);

/// Positions in pieces_of(); −1: none. The row of a shown tensor counts as query, its column as key.
struct SelectedTokens {
  int query = -1, key = -1;
};

/// The selected tokens of this side.
SelectedTokens selected_tokens(const AppState& state, const Trace& trace, TextSide side);

/// Whether the rows of the shown tensor are tokens of this side.
bool shown_rows_are_tokens(const AppState& state, const Trace& trace, TextSide side);

}  // namespace attnlab
