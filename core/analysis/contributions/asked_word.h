// Asked word: which logit of a pass is asked about, where nobody says more.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/contributions/contributions.h"
#include "core/text/tokenizer.h"

namespace attnlab {

/// Rows of the logits: one a token, or a single one where a class is predicted.
Index logit_rows(const Trace& trace);
/// What the trace says is right at a row of the logits; kIgnoredTarget where it says nothing.
TokenId right_word(const Trace& trace, Index position);
/// The words with the largest logits at a position, the largest first.
std::vector<TokenId> likeliest_words(const Trace& trace, Index position, std::size_t count);
/// The last row of the logits that has a right word; none has one: the last row.
Index last_asked_position(const Trace& trace);
/// The right word at a position or, where none is known, the likeliest.
TokenId word_to_ask(const Trace& trace, Index position);

/// The entry of a vocabulary that is called `word`, or that stands for it as text; kUnknownId: there is none.
TokenId word_named(const Tokenizer& tokenizer, std::string_view word);
/// As word_named(), but throws std::invalid_argument with near names.
TokenId known_word(const Tokenizer& tokenizer, std::string_view word);

/// The text that the stack reads from which the logits are read, position by position.
const std::vector<Piece>& asked_pieces(const Trace& trace);

}  // namespace attnlab
