// Marks on the tokens of the bar: the query, the key, and the attention.
#pragma once

#include <vector>

#include "app/state/command.h"
#include "app/state/token_selection.h"
#include "app/state/view_model.h"

namespace attnlab {

struct TokenMarks {
  int query = -1, key = -1;      ///< outlined; the row of a shown tensor counts as query, its column as key
  std::vector<float> attention;  ///< weight of each token, 0 to 1; empty where no query attends to this side
};

/// The marks of the source's tokens, or of the decoder's. Needs a trace.
TokenMarks token_marks(const ViewModel& model, TextSide side);

/// Selects a token as query or key, whichever fits; a token of the other side selects the cross-attention.
/// Needs a trace.
void choose_token(const ViewModel& model, TextSide side, int index, const Emit& emit);

}  // namespace attnlab
