// What tokens prints: making the tables.
#include "app/features/tokens/cli_tables.h"

#include <algorithm>
#include <set>

#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/text/chunks.h"
#include "core/text/cut_text.h"
#include "core/text/merge_steps.h"

namespace attnlab::tokens {
namespace {

std::string fate_name(TokenFate fate) {
  switch (fate) {
    case TokenFate::Known: return "known";
    case TokenFate::LowerCase: return "lower case";
    case TokenFate::PartOfLetter: return "part of a character";
    case TokenFate::Unknown: return "unknown";
  }
  no_such_kind("fate of a token");
}

/// The text of a token if all of it is characters, otherwise the entry that shows its bytes.
std::string token_words(const Tokenizer& tokenizer, const CutToken& token) {
  return token.fate == TokenFate::PartOfLetter || token.text.empty() ? tokenizer.entry(token.id) : token.text;
}

/// The vocabulary entry of a token of the byte pairs.
std::string pair_entry(const TextLevel& level, TokenId token) {
  return level.tokenizer->entry(level.tokenizer->id_of_pair(token));
}

TableCell known_count(Index count) { return count > 0 ? TableCell(count) : TableCell(); }

void add_step(Table& table, const TextLevel& level, std::string_view word, const MergeStep& step) {
  const BytePairs& pairs = *level.tokenizer->byte_pairs();
  std::vector<TableCell> row{word};
  row.resize(5);
  if (step.merge >= 0) {
    const Merge& merge = pairs.merges()[static_cast<std::size_t>(step.merge)];
    row = {word, step.merge + 1, pair_entry(level, merge.left), pair_entry(level, merge.right),
           known_count(merge.count)};
  }
  TableCell::Texts parts;
  for (const TokenId token : step.tokens) parts.push_back(pair_entry(level, token));
  row.emplace_back(std::move(parts));
  table.add(std::move(row));
}

}  // namespace

Table levels_table(const std::vector<const TextLevel*>& levels, const std::string& text) {
  Table table("levels", {tr_mark("level"),
                         tr_mark("own"),
                         tr_mark("tokens"),
                         {tr_mark("characters_per_token"), 2},
                         tr_mark("unknown"),
                         tr_mark("vocabulary")});
  for (const TextLevel* level : levels) {
    const CutText cut = cut_text(*level->tokenizer, text);
    table.add({token_level(level->level).name, level->own, cut.tokens.size(), cut.characters_per_token(),
               cut.count(TokenFate::Unknown), level->tokenizer->size()});
  }
  return table;
}

Table text_table(const std::vector<const TextLevel*>& levels, const std::string& text) {
  Table table("tokens", {tr_mark("level"), tr_mark("position"), tr_mark("id"), token_column(tr_mark("token")),
                         tr_mark("bytes"), tr_mark("fate")});
  for (const TextLevel* level : levels) {
    const CutText cut = cut_text(*level->tokenizer, text);
    for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
      const CutToken& token = cut.tokens[i];
      table.add({token_level(level->level).name, i,
                 token.id == kUnknownId ? TableCell() : TableCell(token.id),
                 token_words(*level->tokenizer, token), bytes_text(token.text), fate_name(token.fate)});
    }
  }
  return table;
}

Table merges_table(const TextLevel& level) {
  Table table("merges", {tr_mark("rank"), token_column(tr_mark("left")), token_column(tr_mark("right")),
                         token_column(tr_mark("token")), tr_mark("id"), tr_mark("count")});
  const BytePairs& pairs = *level.tokenizer->byte_pairs();
  for (std::size_t i = 0; i < pairs.merges().size(); ++i) {
    const Merge& merge = pairs.merges()[i];
    const TokenId made = pairs.made_by(static_cast<Index>(i));
    table.add({i + 1, pair_entry(level, merge.left), pair_entry(level, merge.right), pair_entry(level, made),
               level.tokenizer->id_of_pair(made), known_count(merge.count)});
  }
  return table;
}

Table steps_table(const TextLevel& level, const std::string& text) {
  Table table("steps", {token_column(tr_mark("word")), tr_mark("rank"), token_column(tr_mark("left")),
                        token_column(tr_mark("right")), tr_mark("count"), tr_mark("parts")});
  std::set<std::string_view> seen;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = next_chunk(rest, level.tokenizer->byte_pairs()->rule());
    if (!seen.insert(word).second) continue;
    for (const MergeStep& step : merge_steps(*level.tokenizer->byte_pairs(), word))
      add_step(table, level, word, step);
  }
  return table;
}

Table vocabulary_table(const TextLevel& level, const VocabularyQuery& query) {
  const Tokenizer& tokenizer = *level.tokenizer;
  Table table("vocabulary", {tr_mark("id"), token_column(tr_mark("token")), tr_mark("bytes"),
                             tr_mark("code_points"), tr_mark("count")});
  for (const TokenId id : find_entries(tokenizer, level.counts, query)) {
    const std::string bytes = bytes_of_entry(tokenizer, id);
    table.add({id, tokenizer.entry(id), bytes_text(bytes), code_points_text(bytes),
               level.counts.known() ? TableCell(level.counts.of(id)) : TableCell()});
  }
  return table;
}

}  // namespace attnlab::tokens
