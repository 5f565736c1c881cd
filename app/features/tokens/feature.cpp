// The view Tokens: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/tokens/choice.h"
#include "app/features/tokens/work_walk.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "core/analysis/text_levels.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

TextSide selected_side(const AppState& state, const Trace& trace) {
  if (state.chosen.in_attention())
    return queries_are_source(state.selection.attention) ? TextSide::Source : TextSide::Target;
  return shown_rows_are_tokens(state, trace, TextSide::Source) ? TextSide::Source : TextSide::Target;
}

/// The token IDs that the model generated, after <sos>.
std::span<const TokenId> written_ids(const Trace& trace) { return std::span(trace.batch().input).subspan(1); }

std::string words_of(const AppState& state, const Trace& trace, const Vocabularies& v, TextSide side) {
  if (side == TextSide::Source) return state.source;
  return trace.target_is_generated ? v.target.decode(written_ids(trace)) : state.target;
}

/// The pieces that the model generated, or the tokens of the typed text.
CutText own_pieces(const TokenText& text, const Trace& trace, const Vocabularies& v) {
  const bool source = text.side == TextSide::Source;
  if (!source && trace.target_is_generated)
    if (std::optional<CutText> written = cut_as_written(v.target, written_ids(trace))) return *written;
  return cut_text(v.of(source), text.text);
}

int positions_before(const Trace& trace, TextSide side) {
  const ModelConfig& config = trace.config();
  if (side == TextSide::Target) return writes_answer(format_of(config)) ? 1 : 0;
  return has_class_token(config) ? 1 : 0;
}

/// The selected token of the text; −1 if the selection is outside the text.
int chosen_token(const AppState& state, const Trace& trace, const TokenText& text) {
  const auto tokens = static_cast<int>(text.own.tokens.size());
  if (text.first + tokens > static_cast<int>(pieces_of(trace, text.side).size())) return -1;
  const SelectedTokens selected = selected_tokens(state, trace, text.side);
  const int token = (selected.query >= 0 ? selected.query : selected.key) - text.first;
  return token >= 0 && token < tokens ? token : -1;
}

}  // namespace

TextSide token_side(const AppState& state, const Trace& trace) {
  const std::vector<TextSide> sides = token_sides(format_of(trace.config()));
  if (sides.size() == 1) return sides.front();
  const std::string& wanted = state.choices.of<TokensChoice>().text;
  if (wanted == "selected") return selected_side(state, trace);
  return wanted == "source" ? TextSide::Source : TextSide::Target;
}

std::size_t TokenText::chosen_byte() const {
  return token < 0 ? 0 : own.tokens[static_cast<std::size_t>(token)].begin;
}

std::vector<TextSide> token_sides(Format format) {
  std::vector<TextSide> sides;
  for (const Text text : texts_read(format))
    sides.push_back(text == Text::Source ? TextSide::Source : TextSide::Target);
  return sides;
}

TokenText token_text(const AppState& state, const Trace& trace, const Vocabularies& vocabularies) {
  TokenText text;
  text.side = token_side(state, trace);
  text.text = words_of(state, trace, vocabularies, text.side);
  text.own = own_pieces(text, trace, vocabularies);
  text.first = positions_before(trace, text.side);
  text.token = chosen_token(state, trace, text);
  return text;
}

}  // namespace attnlab

namespace attnlab::expressions {
namespace {

/// "12": the text of the view Tokens at a level.
std::string token_count(const Asked& a) {
  const TokenLevel wanted = token_level(a.argument(0)).level;
  if (!tokens::kFeature.offered(a.view.trace->config())) return "none";
  const TokenText text = token_text(a.view.state, *a.view.trace, *a.view.vocabularies);
  const TextLevels* const learnt = levels_for(*a.view.analyses, a.view.vocabularies.get(), text.side);
  const TextLevels levels = learnt ? *learnt : levels_at_once(a.view.vocabularies, text_of_side(text.side));
  const TextLevel* const level = levels.find(wanted);
  return level ? std::to_string(cut_text(*level->tokenizer, text.text).tokens.size()) : "none";
}

std::span<const ScriptExpression> tokens() {
  static constexpr ScriptExpression kRows[] = {
      {"tokens", "LEVEL",
       tr_mark("tokens of the text in the view Tokens at a level, or `none` if the level is not learned"),
       token_count, Needs::Trace},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

const BytePairs& learnt_pairs(const AppState& state, const Limits& limits) {
  const bool has_text = limits.trace && tokens::kFeature.offered(limits.trace->config());
  const TextLevels* const levels =
      limits.results && has_text
          ? levels_for(*limits.results, limits.vocabularies, token_side(state, *limits.trace))
          : nullptr;
  const TextLevel* const level = levels ? levels->find(TokenLevel::BytePairs) : nullptr;
  if (!limits.trace || !limits.vocabularies || !level)
    throw std::invalid_argument(tr("no merges are learned yet: show the view Tokens first"));
  return *level->tokenizer->byte_pairs();
}

template <Index Next(std::span<const Index> stops, Index merges)>
void go_to_merge(Target& d, const Arguments&, const Limits& limits) {
  const BytePairs& pairs = learnt_pairs(d.state, limits);
  TokensChoice& choice = d.state.choices.of<TokensChoice>();
  const TokenText text = token_text(d.state, *limits.trace, *limits.vocabularies);
  const auto most = static_cast<Index>(pairs.merges().size());
  choice.merges = Next(merge_stops(choice, pairs, text), std::min(choice.merges, most));
}

void play_merges(Target& d, const Arguments& a, const Limits&) {
  d.screen.play(tokens::kFeature, a.flag(0, d.screen.plays == &tokens::kFeature));
}

std::span<const Entry> tokens() {
  static constexpr Entry kEntries[] = {
      {{"tokens.previous", "", tr_mark("go to the previous merge of byte pairs"), Sender::Lessons,
        Undo::Merged},
       go_to_merge<previous_stop>},
      {{"tokens.next", "", tr_mark("go to the next merge of byte pairs"), Sender::Lessons, Undo::Merged},
       go_to_merge<next_stop>},
      {{"tokens.play", "on|off|toggle", tr_mark("play the merges of byte pairs"), Sender::Lessons,
        Undo::None},
       play_merges},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

/// The model's own level, and all levels by name.
std::vector<Choice> level_choices() {
  std::vector<Choice> choices = {"model"};
  for (const TokenLevel level : kLevelsOfTexts)
    choices.emplace_back(token_level(level).name, token_level(level).pieces);
  return choices;
}

Fields tokens_fields(Choices& choices) {
  TokensChoice& c = choices.of<TokensChoice>();
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, {"levels", "merges", "vocabulary", "one_hot"}},
          {"text",
           &c.text,
           tr_mark("which text, for a model that reads two"),
           {},
           {},
           {"selected", "source", "target"}},
          {"level", &c.level, tr_mark("the level whose vocabulary is shown"), {}, {}, level_choices()},
          {"walk", &c.walk, tr_mark("the merges to step through"), {}, {}, merge_walk_choices()},
          {"merges", &c.merges, tr_mark("how many merges are applied"), 0},
          {"search", &c.search, tr_mark("part of an entry, a token ID, or a code point such as U+00E9")},
          {"sort",
           &c.sort,
           tr_mark("the column that sorts the vocabulary"),
           {},
           {},
           choices_of(kVocabularyOrders)},
          {"descending", &c.descending, tr_mark("sort from the largest to the smallest")}};
}

void forget_tokens(Choices& choices) {
  choices.of<TokensChoice>().merges = 0;
  choices.of<TokensChoice>().search.clear();
}

bool reads_text(const ModelConfig& config) { return !texts_read(format_of(config)).empty(); }
std::string_view no_text(const ModelConfig&) { return tr("it does not read text"); }

bool of_merges(const Choices& choices) { return choices.of<TokensChoice>().shows_merges(); }
bool of_others(const Choices& choices) { return !of_merges(choices); }

constexpr ViewKey kTokensKeys[] = {
    {"Left", "← →", tr_mark("previous, next merge"), "tokens.previous", of_merges},
    {"Right", "", tr_mark("next merge"), "tokens.next", of_merges},
    {"P", "P", tr_mark("play the merges, or stop"), "tokens.play toggle", of_merges},
    {",", ", .", tr_mark("slower, faster"), "walk.pace slower", of_merges},
    {".", "", tr_mark("faster"), "walk.pace faster", of_merges},
    {"Left", "← →", tr_mark("previous, next token"), "query.previous", of_others},
    {"Right", "", tr_mark("next token"), "query.next", of_others},
};

}  // namespace

std::unique_ptr<Analysis> make_token_analysis(const AnalysisTools& tools);

namespace tokens {

const Feature kFeature = {.name = "tokens",
                          .title = tr_mark("Tokens"),
                          .group = &kWordsGroup,
                          .term = "token",
                          .key = "W",
                          .shared = {.cells = true, .matrices = true},
                          .keys = kTokensKeys,
                          .options = tokens_fields,
                          .forget_model = forget_tokens,
                          .offered = reads_text,
                          .why_not = no_text,
                          .analysis = make_token_analysis,
                          .commands = commands::tokens,
                          .expressions = expressions::tokens};

}  // namespace tokens

}  // namespace attnlab
