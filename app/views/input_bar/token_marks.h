// What is marked on the tokens of the bar: who asks, who is looked at, how much.
#pragma once

#include <vector>

#include "app/state/view_model.h"

namespace attnlab {

/// Whether an attention's keys, or its queries, are tokens of the source.
inline bool keys_are_source(AttentionKind kind) { return kind != AttentionKind::DecoderSelf; }
inline bool queries_are_source(AttentionKind kind) { return kind == AttentionKind::EncoderSelf; }

struct TokenMarks {
  int query = -1, key = -1;      ///< outlined; the row of a shown tensor counts as query, its column as key
  std::vector<float> attention;  ///< share of each token, 0 to 1; empty where nothing looks at this side
};

/// The marks of the source's tokens, or of those that the decoder reads. Needs a trace.
TokenMarks token_marks(const ViewModel& model, bool source);

/// Whether the rows of the shown tensor are tokens of this side.
bool rows_are_tokens(const ViewModel& model, bool source);

}  // namespace attnlab
