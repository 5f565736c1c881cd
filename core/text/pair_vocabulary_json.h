// PairVocabulary as JSON: entries, merges and added tokens, as files of tokenizers hold them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/text/pair_vocabulary.h"

namespace attnlab {

// Each throws std::runtime_error with one line for anything else.

/// {"letters": id, …}
std::vector<std::pair<std::string, TokenId>> pair_entries_from(const nlohmann::json& json);
/// ["left right", …] or [["left", "right"], …]
std::vector<BytePairs::PieceMerge> pair_merges_from(const nlohmann::json& json);
/// [{"id": …, "content": "text"}, …]; where "lstrip", "rstrip" and "single_word" are there, they are false.
std::vector<AddedToken> added_tokens_from(const nlohmann::json& json);

/// {"vocabulary": {…}, "merges": […], "added_tokens": […], "size": …}
nlohmann::json to_json(const PairVocabulary& vocabulary);
PairVocabulary pair_vocabulary_from(const nlohmann::json& json);

}  // namespace attnlab
