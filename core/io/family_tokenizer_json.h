// A tokenizer as tokenizer.json, as other programs write it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer.h"

namespace attnlab {

/// Byte-level byte pairs that are cut as GPT-2 cuts, with the ids of `tokenizer`. Throws
/// std::invalid_argument with one line for a tokenizer that cuts otherwise: only byte pairs that were read
/// from such a file and bytes are written.
nlohmann::ordered_json family_tokenizer_json(const Tokenizer& tokenizer);

}  // namespace attnlab
