// Asked word: targets and logits of a pass, and entries of a vocabulary by name.
#include "core/analysis/contributions/asked_word.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

const TraceTensor& asked_logits(const Trace& trace) {
  return *trace.find(Place().inside(model_sites::kOutput), output_sites(trace.config()).logits);
}

}  // namespace

Index logit_rows(const Trace& trace) { return asked_logits(trace).shape[1]; }

TokenId right_word(const Trace& trace, Index position) {
  const std::vector<TokenId>& targets = trace.batch().target;
  const auto at = static_cast<std::size_t>(position);
  return at < targets.size() && targets[at] >= 0 ? targets[at] : kIgnoredTarget;
}

std::vector<TokenId> likeliest_words(const Trace& trace, Index position, std::size_t count) {
  const TraceTensor& logits = asked_logits(trace);
  const auto words = static_cast<std::size_t>(logits.shape.last());
  const std::span<const Real> row = logits.value.subspan(static_cast<std::size_t>(position) * words, words);
  std::vector<TokenId> ids(words);
  std::iota(ids.begin(), ids.end(), TokenId(0));
  const std::size_t taken = std::min(count, words);
  std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(taken), ids.end(),
                    [&](TokenId a, TokenId b) {
                      const Real x = row[a], y = row[b];
                      return x != y ? x > y : a < b;
                    });
  ids.resize(taken);
  return ids;
}

Index last_asked_position(const Trace& trace) {
  const Index rows = logit_rows(trace);
  for (Index row = rows; row-- > 0;)
    if (right_word(trace, row) != kIgnoredTarget) return row;
  return rows - 1;
}

TokenId word_to_ask(const Trace& trace, Index position) {
  const TokenId right = right_word(trace, position);
  return right != kIgnoredTarget ? right : likeliest_words(trace, position, 1).front();
}

TokenId word_named(const Tokenizer& tokenizer, std::string_view word) {
  for (Index id = 0; id < tokenizer.size(); ++id)
    if (tokenizer.entry(static_cast<TokenId>(id)) == word) return static_cast<TokenId>(id);
  const std::vector<Piece> pieces = tokenizer.pieces(word);
  return pieces.size() == 1 && pieces.front().known ? pieces.front().id : kUnknownId;
}

TokenId known_word(const Tokenizer& tokenizer, std::string_view word) {
  const TokenId id = word_named(tokenizer, word);
  if (id != kUnknownId) return id;
  std::vector<std::string> entries;
  for (Index each = 0; each < tokenizer.size(); ++each)
    entries.push_back(tokenizer.entry(static_cast<TokenId>(each)));
  throw std::invalid_argument(tr("\"{1}\" is not in the vocabulary", word) + did_you_mean(word, entries));
}

const std::vector<Piece>& asked_pieces(const Trace& trace) {
  const bool source = architecture_of(trace.config()).last_stack().text == Text::Source;
  return source ? trace.source_pieces : trace.input_pieces;
}

}  // namespace attnlab
