// Token edit: other tokens for a model to read.
#pragma once

#include <vector>

#include "core/text/vocabularies.h"
#include "core/trace/edit.h"

namespace attnlab {

/// A token that was put into a batch.
struct TokenChange {
  bool in_source;
  Index position;
  Piece piece;
};

/// Writes the tokens of all TokenEdits of `edits` into `batch`. Throws std::invalid_argument for a position
/// that the model does not read, and for a text that is no single token of the vocabulary.
std::vector<TokenChange> change_tokens(const std::vector<Edit>& edits, const Vocabularies& vocabularies,
                                       Batch& batch);

/// Writes the change into the pieces of `trace`.
void name_change(const TokenChange& change, Trace& trace);

}  // namespace attnlab
