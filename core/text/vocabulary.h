// Vocabulary: a tokenizer's entries as a table: found by search, sorted, with their counts in a corpus.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/language/messages.h"
#include "core/text/tokenizer.h"

namespace attnlab {

/// How often each token stands in some texts.
struct TokenCounts {
  std::vector<Index> by_id;  ///< one for each entry of the vocabulary; empty: nothing was counted
  Index tokens = 0;          ///< of all texts
  Index unknown = 0;         ///< of these, pieces that the vocabulary lacks

  bool known() const { return !by_id.empty(); }
  Index of(TokenId id) const { return by_id[id]; }
};

/// Adds the tokens of `text` to `counts`.
void count_tokens(const Tokenizer& tokenizer, std::string_view text, TokenCounts& counts);

/// What an entry is made of: its bytes; "" for a special token.
std::string bytes_of_entry(const Tokenizer& tokenizer, TokenId id);

/// "U+0074 U+00E9": the code points of `bytes`; a byte that is not UTF-8 is "0xC3".
std::string code_points_text(std::string_view bytes);
/// "74 C3 A9": the bytes in hexadecimal.
std::string bytes_text(std::string_view bytes);

struct VocabularyOrder {
  std::string_view name;   ///< in options: "count"
  std::string_view title;  ///< on screen
  enum class By { Id, Token, Bytes, Count } by;
};
inline constexpr VocabularyOrder kVocabularyOrders[] = {
    {"id", tr_mark("id"), VocabularyOrder::By::Id},
    {"token", tr_mark("token"), VocabularyOrder::By::Token},
    {"bytes", tr_mark("bytes"), VocabularyOrder::By::Bytes},
    {"count", tr_mark("count"), VocabularyOrder::By::Count}};

struct VocabularyQuery {
  std::string search{};  ///< "": every entry
  VocabularyOrder::By by = VocabularyOrder::By::Id;
  bool descending = false;
};

/// The ids that `query` finds, in its order, equal ones by id. An entry is found by a part of its text,
/// whatever the case; by its id; or by a code point, as "U+00E9". Without counts, an order by count is that
/// by id.
std::vector<TokenId> find_entries(const Tokenizer& tokenizer, const TokenCounts& counts,
                                  const VocabularyQuery& query);

}  // namespace attnlab
