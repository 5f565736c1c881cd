// Cutting: one piece of a text after the other, by level, and the vocabulary that a corpus has.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace attnlab {

/// The piece at the front of `text`, which is advanced past it; nothing where none is left. Not for bytes,
/// byte pairs and pieces.
std::optional<std::string_view> next_piece(std::string_view& text, TokenLevel level);

/// The different pieces of `corpus` that are UTF-8: characters sorted; others most frequent first, equally
/// frequent ones sorted, at most `limit`.
std::vector<std::string> distinct_pieces(std::string_view corpus, TokenLevel level, std::size_t limit);

}  // namespace attnlab
