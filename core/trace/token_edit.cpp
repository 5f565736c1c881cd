// Token edit: finds a token by its text, and puts it into the batch.
#include "core/trace/token_edit.h"

#include <stdexcept>

namespace attnlab {

namespace {

/// The one token that `text` is.
Piece token_named(const Tokenizer& tokenizer, const std::string& text) {
  for (TokenId id = 0; id < tokenizer.first_entry(); ++id)
    if (tokenizer.entry(id) == text) return {id, text, true};
  const std::vector<Piece> pieces = tokenizer.pieces(text);
  if (pieces.size() == 1 && pieces[0].known) return pieces[0];
  throw std::invalid_argument("\"" + text + "\" is " +
                              (pieces.size() == 1
                                   ? "not in the vocabulary"
                                   : std::to_string(pieces.size()) + " tokens, but must be one token"));
}

}  // namespace

std::vector<TokenChange> change_tokens(const std::vector<Edit>& edits, const Vocabularies& v, Batch& batch) {
  std::vector<TokenChange> changes;
  for (const Edit& any : edits) {
    const auto* edit = std::get_if<TokenEdit>(&any);
    if (!edit) continue;
    std::vector<TokenId>& ids = edit->in_source ? batch.source : batch.input;
    if (edit->position < 0 || edit->position >= count_of(ids))
      throw std::invalid_argument(edit_text(any) + ": the position is outside the " +
                                  std::to_string(ids.size()) + " tokens that the model reads");
    changes.push_back({edit->in_source, edit->position,
                       token_named(edit->in_source && v.source ? *v.source : v.target, edit->token)});
    ids[edit->position] = changes.back().piece.id;
  }
  return changes;
}

void name_change(const TokenChange& change, Trace& trace) {
  std::vector<Piece>& pieces = change.in_source ? trace.source_pieces : trace.input_pieces;
  const Index before = change.in_source && has_class_token(trace.config()) ? 1 : 0;
  const auto at = static_cast<std::size_t>(change.position + before);
  if (at < pieces.size()) pieces[at] = change.piece;
}

}  // namespace attnlab
