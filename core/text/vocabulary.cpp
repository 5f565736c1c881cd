// Vocabulary: counting, searching and sorting.
#include "core/text/vocabulary.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>

#include "core/config/no_such_kind.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

std::string formatted(const char* format, unsigned value) {
  char text[16];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

bool has_code_point(std::string_view bytes, std::string_view wanted) {
  for (CodePoint point; !bytes.empty(); bytes.remove_prefix(point.size)) {
    point = decode_utf8(bytes);
    if (point.valid && formatted("U+%04X", point.value) == wanted) return true;
  }
  return false;
}

/// What is searched for, prepared once.
class EntrySearch {
 public:
  explicit EntrySearch(const std::string& text)
      : text_(text), lower_(lower_case(text)), upper_(upper_case(text)) {}

  bool finds(const Tokenizer& tokenizer, TokenId id) const {
    if (text_.empty() || std::to_string(id) == text_) return true;
    if (lower_case(tokenizer.entry(id)).find(lower_) != std::string::npos) return true;
    return upper_.starts_with("U+") && has_code_point(bytes_of_entry(tokenizer, id), upper_);
  }

 private:
  std::string text_, lower_, upper_;
};

/// Sorts by a key of each id; equal ones stay in the order of ids.
template <typename Key>
void sort_by(std::vector<TokenId>& ids, bool descending, const Key& key) {
  if (descending)
    std::ranges::stable_sort(ids, std::ranges::greater(), key);
  else
    std::ranges::stable_sort(ids, std::ranges::less(), key);
}

}  // namespace

void count_tokens(const Tokenizer& tokenizer, std::string_view text, TokenCounts& counts) {
  counts.by_id.resize(tokenizer.size(), 0);
  for (const TokenId id : tokenizer.encode(text)) {
    ++counts.tokens;
    if (id == tokenizer.unknown()) ++counts.unknown;
    if (id >= 0) ++counts.by_id[id];
  }
}

std::string bytes_of_entry(const Tokenizer& tokenizer, TokenId id) {
  if (id < tokenizer.first_entry() || id >= tokenizer.size()) return "";
  if (const TokenPipeline* const pipeline = tokenizer.pipeline()) return pipeline->bytes(id);
  if (const PairVocabulary* const named = tokenizer.pair_vocabulary()) return named->bytes(id);
  const BytePairs* const pairs = tokenizer.byte_pairs();
  return pairs ? pairs->bytes(id - tokenizer.first_entry()) : tokenizer.entry(id);
}

std::string code_points_text(std::string_view bytes) {
  std::string text;
  for (CodePoint point; !bytes.empty(); bytes.remove_prefix(point.size)) {
    point = decode_utf8(bytes);
    text += (text.empty() ? "" : " ") + formatted(point.valid ? "U+%04X" : "0x%02X", point.value);
  }
  return text;
}

std::string bytes_text(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    text += (text.empty() ? "" : " ") + formatted("%02X", static_cast<unsigned char>(byte));
  return text;
}

std::vector<TokenId> find_entries(const Tokenizer& tokenizer, const TokenCounts& counts,
                                  const VocabularyQuery& query) {
  using By = VocabularyOrder::By;
  std::vector<TokenId> ids(tokenizer.size());
  std::iota(ids.begin(), ids.end(), 0);
  const EntrySearch search(query.search);
  std::erase_if(ids, [&](TokenId id) { return !search.finds(tokenizer, id); });
  const By by = query.by == By::Count && !counts.known() ? By::Id : query.by;
  switch (by) {
    case By::Id: sort_by(ids, query.descending, std::identity()); return ids;
    case By::Token:
      sort_by(ids, query.descending, [&](TokenId id) -> const std::string& { return tokenizer.entry(id); });
      return ids;
    case By::Bytes:
      sort_by(ids, query.descending, [&](TokenId id) { return bytes_of_entry(tokenizer, id).size(); });
      return ids;
    case By::Count: sort_by(ids, query.descending, [&](TokenId id) { return counts.of(id); }); return ids;
  }
  no_such_kind("order of a vocabulary");
}

}  // namespace attnlab
