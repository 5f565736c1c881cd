// Circuit choice: from the selection and the options to a head and its words.
#include "app/features/circuits/chosen.h"

#include <algorithm>
#include <numeric>

#include "app/features/circuits/choice.h"

namespace attnlab {

namespace {

std::vector<TokenId> entries_named(const std::string& words, const Tokenizer& tokenizer) {
  std::vector<TokenId> ids;
  for (const Piece& piece : tokenizer.pieces(words))
    if (piece.known && piece.id >= 0 && piece.text != " ") ids.push_back(piece.id);
  return ids;
}

std::vector<TokenId> entries_in(const std::vector<Piece>& pieces, Index count) {
  std::vector<TokenId> ids;
  for (const Piece& piece : pieces)
    if (piece.id >= 0 && piece.id < static_cast<TokenId>(count)) ids.push_back(piece.id);
  return ids;
}

}  // namespace

CircuitHead selected_circuit_head(const AppState& state, const ModelConfig& config) {
  const Selection& s = state.selection;
  const Place place = attention_place(s.attention, std::min(s.layer, layers_of(config, s.attention) - 1));
  const std::vector<CircuitHead> heads = circuit_heads(config);
  const auto found = std::ranges::find_if(
      heads, [&](const CircuitHead& each) { return each.place == place && each.head == s.head; });
  return found == heads.end() ? heads.front() : *found;
}

bool shows_some_words(const CircuitsChoice& choice, const Vocabularies& vocabularies, bool source) {
  return !choice.words.empty() || vocabularies.of(source).size() > kMostCircuitWords;
}

std::vector<TokenId> circuit_words(const CircuitsChoice& choice, const Trace& trace,
                                   const Vocabularies& vocabularies, bool source) {
  const Tokenizer& tokenizer = vocabularies.of(source);
  std::vector<TokenId> ids;
  if (!choice.words.empty()) ids = entries_named(choice.words, tokenizer);
  if (ids.empty() && tokenizer.size() > kMostCircuitWords)
    ids = entries_in(source ? trace.source_pieces : trace.input_pieces, tokenizer.size());
  if (ids.empty()) {
    ids.resize(static_cast<std::size_t>(std::min(tokenizer.size(), kMostCircuitWords)));
    std::iota(ids.begin(), ids.end(), TokenId(0));
  }
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::vector<std::string> word_texts(const Tokenizer& tokenizer, const std::vector<TokenId>& words) {
  std::vector<std::string> texts;
  for (const TokenId word : words) texts.push_back(tokenizer.entry(word));
  return texts;
}

}  // namespace attnlab
