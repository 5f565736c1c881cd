// Token text: which text, and its tokens.
#include "app/features/tokens/chosen.h"

#include <algorithm>

#include "app/features/tokens/choice.h"

namespace attnlab {
namespace {

TextSide selected_side(const AppState& state, const Trace& trace) {
  if (state.chosen.in_attention())
    return queries_are_source(state.selection.attention) ? TextSide::Source : TextSide::Target;
  return shown_rows_are_tokens(state, trace, TextSide::Source) ? TextSide::Source : TextSide::Target;
}

/// The ids that the model wrote itself, behind <sos>.
std::span<const TokenId> written_ids(const Trace& trace) { return std::span(trace.batch().input).subspan(1); }

std::string words_of(const AppState& state, const Trace& trace, const Vocabularies& v, TextSide side) {
  if (side == TextSide::Source) return state.source;
  return trace.target_is_generated ? v.target.decode(written_ids(trace)) : state.target;
}

/// The pieces that the model wrote, or those into which its tokenizer cuts what somebody typed.
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

/// The selected token of the text; −1 where it is none of the text's.
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
