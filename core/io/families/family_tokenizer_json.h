// A tokenizer as tokenizer.json, as other programs write it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer.h"

namespace attnlab {

/// With the ids of `tokenizer`, which has no stages: byte-level byte pairs that are cut as GPT-2 cuts, of a
/// file or our bytes; or our characters, as byte pairs without merges. Throws std::invalid_argument with one
/// line for another tokenizer.
nlohmann::ordered_json family_tokenizer_json(const Tokenizer& tokenizer);

/// What a special_tokens_map.json says of a tokenizer with stages, so that its tokens have their roles again;
/// null for others.
nlohmann::ordered_json family_special_tokens_json(const Tokenizer& tokenizer);

}  // namespace attnlab
