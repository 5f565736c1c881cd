// Marks on the tokens of the bar: the query, the key, and the attention.
#pragma once

#include <vector>

#include "app/state/view_model.h"

namespace attnlab {

/// The encoder's text, or the text that the decoder reads.
enum class TextSide { Source, Target };

/// Whether an attention's keys, or its queries, are tokens of the source.
inline bool keys_are_source(AttentionKind kind) { return kind != AttentionKind::DecoderSelf; }
inline bool queries_are_source(AttentionKind kind) { return kind == AttentionKind::EncoderSelf; }

struct TokenMarks {
  int query = -1, key = -1;      ///< outlined; the row of a shown tensor counts as query, its column as key
  std::vector<float> attention;  ///< weight of each token, 0 to 1; empty where no query attends to this side
};

/// The marks of the source's tokens, or of the decoder's. Needs a trace.
TokenMarks token_marks(const ViewModel& model, TextSide side);

/// Whether the rows of the shown tensor are tokens of this side.
bool rows_are_tokens(const ViewModel& model, TextSide side);

}  // namespace attnlab
