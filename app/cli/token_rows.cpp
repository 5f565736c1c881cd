// Token rows: making the tables.
#include "app/cli/token_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/config/no_such_kind.h"
#include "core/text/chunks.h"
#include "core/text/cut_text.h"
#include "core/text/merge_steps.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

TokenTable table_of(std::string name, Json rows) {
  return {std::move(name), std::make_shared<const Json>(std::move(rows))};
}

std::string fate_name(TokenFate fate) {
  switch (fate) {
    case TokenFate::Known: return "known";
    case TokenFate::LowerCase: return "lower case";
    case TokenFate::PartOfLetter: return "part of a character";
    case TokenFate::Unknown: return "unknown";
  }
  no_such_kind("fate of a token");
}

/// The text of a token where all of it is characters, else the entry that shows its bytes.
std::string token_words(const Tokenizer& tokenizer, const CutToken& token) {
  return token.fate == TokenFate::PartOfLetter || token.text.empty() ? tokenizer.entry(token.id) : token.text;
}

/// The entry that one of the byte pairs' tokens is.
std::string pair_entry(const TextLevel& level, TokenId token) {
  return level.tokenizer->entry(level.tokenizer->id_of_pair(token));
}

Json known_count(Index count) { return count > 0 ? Json(count) : Json(nullptr); }

Json step_row(const TextLevel& level, std::string_view word, const MergeStep& step) {
  const BytePairs& pairs = *level.tokenizer->byte_pairs();
  Json row{{"word", word}, {"rank", nullptr}, {"left", nullptr}, {"right", nullptr}, {"count", nullptr}};
  if (step.merge >= 0) {
    const Merge& merge = pairs.merges()[static_cast<std::size_t>(step.merge)];
    row["rank"] = step.merge + 1;
    row["left"] = pair_entry(level, merge.left);
    row["right"] = pair_entry(level, merge.right);
    row["count"] = known_count(merge.count);
  }
  row["parts"] = Json::array();
  for (const TokenId token : step.tokens) row["parts"].push_back(pair_entry(level, token));
  return row;
}

}  // namespace

TokenTable level_rows(const std::vector<const TextLevel*>& levels, const std::string& text) {
  Json rows = Json::array();
  for (const TextLevel* level : levels) {
    const CutText cut = cut_text(*level->tokenizer, text);
    rows.push_back({{"level", token_level(level->level).name},
                    {"own", level->own},
                    {"tokens", cut.tokens.size()},
                    {"characters_per_token", cut.characters_per_token()},
                    {"unknown", cut.count(TokenFate::Unknown)},
                    {"vocabulary", level->tokenizer->size()}});
  }
  return table_of("levels", std::move(rows));
}

TokenTable text_rows(const std::vector<const TextLevel*>& levels, const std::string& text) {
  Json rows = Json::array();
  for (const TextLevel* level : levels) {
    const CutText cut = cut_text(*level->tokenizer, text);
    for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
      const CutToken& token = cut.tokens[i];
      rows.push_back({{"level", token_level(level->level).name},
                      {"position", i},
                      {"id", token.id == kUnknownId ? Json(nullptr) : Json(token.id)},
                      {"token", token_words(*level->tokenizer, token)},
                      {"bytes", bytes_text(token.text)},
                      {"fate", fate_name(token.fate)}});
    }
  }
  return table_of("tokens", std::move(rows));
}

TokenTable merge_rows(const TextLevel& level) {
  const BytePairs& pairs = *level.tokenizer->byte_pairs();
  Json rows = Json::array();
  for (std::size_t i = 0; i < pairs.merges().size(); ++i) {
    const Merge& merge = pairs.merges()[i];
    const TokenId made = pairs.made_by(static_cast<Index>(i));
    rows.push_back({{"rank", i + 1},
                    {"left", pair_entry(level, merge.left)},
                    {"right", pair_entry(level, merge.right)},
                    {"token", pair_entry(level, made)},
                    {"id", level.tokenizer->id_of_pair(made)},
                    {"count", known_count(merge.count)}});
  }
  return table_of("merges", std::move(rows));
}

TokenTable step_rows(const TextLevel& level, const std::string& text) {
  Json rows = Json::array();
  std::set<std::string_view> seen;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = next_chunk(rest, level.tokenizer->byte_pairs()->rule());
    if (!seen.insert(word).second) continue;
    for (const MergeStep& step : merge_steps(*level.tokenizer->byte_pairs(), word))
      rows.push_back(step_row(level, word, step));
  }
  return table_of("steps", std::move(rows));
}

TokenTable vocabulary_rows(const TextLevel& level, const VocabularyQuery& query) {
  const Tokenizer& tokenizer = *level.tokenizer;
  Json rows = Json::array();
  for (const TokenId id : find_entries(tokenizer, level.counts, query)) {
    const std::string bytes = bytes_of_entry(tokenizer, id);
    rows.push_back({{"id", id},
                    {"token", tokenizer.entry(id)},
                    {"bytes", bytes_text(bytes)},
                    {"code_points", code_points_text(bytes)},
                    {"count", level.counts.known() ? Json(level.counts.of(id)) : Json(nullptr)}});
  }
  return table_of("vocabulary", std::move(rows));
}

}  // namespace attnlab
