// Token rows: what `tokens` prints, as tables of which each row is an object.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/analysis/text_levels.h"

namespace attnlab {

/// One table: an array of objects with the same members, which are texts, numbers, true or false, null, or
/// arrays of texts.
struct TokenTable {
  std::string name;  ///< its member of the JSON object: "merges"
  std::shared_ptr<const nlohmann::ordered_json> rows;
  int decimals = 2;  ///< of numbers in the text
};

/// A row a level: how many tokens the text has, and how large the vocabulary is.
TokenTable level_rows(const std::vector<const TextLevel*>& levels, const std::string& text);
/// A row a token of the text at each of these levels.
TokenTable text_rows(const std::vector<const TextLevel*>& levels, const std::string& text);
/// A row a merge, in the order learnt; its count is null where it is not known.
TokenTable merge_rows(const TextLevel& level);
/// A row a merge of each different word of the text, in the order applied, with the word's parts after it.
TokenTable step_rows(const TextLevel& level, const std::string& text);
/// A row an entry that `query` finds.
TokenTable vocabulary_rows(const TextLevel& level, const VocabularyQuery& query);

/// Columns below each other; texts of tokens in quotes.
std::string as_text(const TokenTable& table);
/// Comma-separated, with a line of titles; cells in quotes where they must be.
std::string as_csv(const TokenTable& table);

}  // namespace attnlab
