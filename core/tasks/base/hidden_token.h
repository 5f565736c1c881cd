// How a hidden token is written in a text.
#pragma once

#include <string>
#include <string_view>

#include "core/text/tokenizer.h"

namespace attnlab {

/// How a hidden token is written in a text, "<mask>" or "[MASK]"; "" where the vocabulary has none.
std::string hidden_token(const Tokenizer& tokenizer);

/// Throws std::invalid_argument that explains how to mask a token in `text`, "the text".
[[noreturn]] void refuse_nothing_hidden(const Tokenizer& tokenizer, std::string_view text);

}  // namespace attnlab
