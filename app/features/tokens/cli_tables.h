// What the subcommand tokens prints, as tables.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/text_levels.h"

namespace attnlab::tokens {

/// A row for each level: how many tokens the text has, and how large the vocabulary is.
Table levels_table(const std::vector<const TextLevel*>& levels, const std::string& text);
/// A row for each token of the text at each of these levels.
Table text_table(const std::vector<const TextLevel*>& levels, const std::string& text);
/// A row for each merge, in the order learned; its count is null if it is unknown.
Table merges_table(const TextLevel& level);
/// A row for each merge of each different word of the text, in the order applied, with the parts of the word
/// after it.
Table steps_table(const TextLevel& level, const std::string& text);
/// A row for each entry that `query` finds.
Table vocabulary_table(const TextLevel& level, const VocabularyQuery& query);

}  // namespace attnlab::tokens
