// The view Circuits: its options, its keys and its row.
#include <algorithm>
#include <numeric>

#include "app/feature/features.h"
#include "app/features/circuits/choice.h"
#include "core/analysis/circuits/scores.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"

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
    ids.resize(std::min(tokenizer.size(), kMostCircuitWords));
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

namespace {

/// One of the parts of the view.
struct CircuitsPartKind {
  std::string_view name;
  CircuitsChoice::Needs needs;
};
constexpr CircuitsPartKind kCircuitsPartKinds[] = {{"heads", CircuitsChoice::Needs::Scores},
                                                   {"looks", CircuitsChoice::Needs::Words},
                                                   {"says", CircuitsChoice::Needs::Words},
                                                   {"eigenvalues", CircuitsChoice::Needs::Scores},
                                                   {"composition", CircuitsChoice::Needs::Composition}};

std::vector<Choice> circuits_part_choices() {
  constexpr auto kChoices = choices_by_name(kCircuitsPartKinds);
  return {kChoices.begin(), kChoices.end()};
}

Fields circuits_fields(Choices& choices) {
  constexpr double kMostDistance = 100000, kMostWord = 1e9;
  CircuitsChoice& c = choices.of<CircuitsChoice>();
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, circuits_part_choices()},
          {"measure",
           &c.measure,
           tr_mark("the score by which heads are sorted"),
           {},
           {},
           choices_of(head_score_kinds())},
          {"words", &c.words,
           tr_mark("the tokens shown, separated by spaces; empty: all, or the tokens of the text")},
          {"distance", &c.distance, tr_mark("positions from key to query, for rotary positions"), 0,
           kMostDistance},
          {"row", &c.row, tr_mark("the token ID of the open row, −1: none"), -1, kMostWord},
          {"column", &c.column, tr_mark("the token ID of the open column, −1: none"), -1, kMostWord},
          {"by",
           &c.by,
           tr_mark("the input by which a head reads the output of another head"),
           {},
           {},
           {"query", "key", "value"}},
          {"least", &c.least, tr_mark("the smallest composition above chance that is drawn"), 0, 1}};
}

void forget_circuits(Choices& choices) {
  choices.of<CircuitsChoice>().words.clear();
  choices.of<CircuitsChoice>().distance = 0;
  choices.of<CircuitsChoice>().row = choices.of<CircuitsChoice>().column = -1;
}

constexpr ViewKey kCircuitsKeys[] = {
    {"Left", "← →", tr_mark("previous, next head"), "head.previous"},
    {"Right", "", tr_mark("next head"), "head.next"},
};

}  // namespace

CircuitsChoice::Needs CircuitsChoice::needs() const {
  return row_named(kCircuitsPartKinds, "part of the view", part).needs;
}

std::unique_ptr<Analysis> make_circuit_analyses(const AnalysisTools& tools);

namespace circuits {

const Feature kFeature = {.name = "circuits",
                          .title = tr_mark("Circuits"),
                          .group = &kInsideGroup,
                          .term = "circuit",
                          .key = "Q",
                          .shared = {.layers = true, .matrices = true},
                          .keys = kCircuitsKeys,
                          .options = circuits_fields,
                          .forget_model = forget_circuits,
                          .offered = has_attention_heads,
                          .why_not = no_attention_heads,
                          .analysis = make_circuit_analyses};

}  // namespace circuits

}  // namespace attnlab
