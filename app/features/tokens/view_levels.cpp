// The text at each level: its tokens with their IDs, how many there are, and how unknown text is read.
// Script names: tokens.at.LEVEL[0,i] are the tokens of a level.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/tokens/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The bytes under the pointer in the last frame: all levels frame the tokens that share one of them.
struct HoveredBytes {
  std::size_t from = 0, to = 0;
};

/// "7 tokens · 5.29 characters per token · vocabulary of 760".
std::string level_numbers(const TextLevel& level, const CutText& cut) {
  const auto tokens = static_cast<std::int64_t>(cut.tokens.size());
  return tr_plural("{1} token · {2} characters per token · vocabulary of {3}",
                   "{1} tokens · {2} characters per token · vocabulary of {3}", tokens, format_count(tokens),
                   format_fixed(cut.characters_per_token(), 2), format_count(level.tokenizer->size()));
}

void draw_level_heading(const TextLevel& level, const CutText& cut) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  const std::string_view title = tr(token_level(level.level).pieces);
  draw_text_in(canvas, fonts().ui_bold, line, p.text, title);
  float x = line.min.x + text_size(fonts().ui_bold, title).x + em() * 0.6f;
  if (level.own) {
    const Box badge =
        draw_badge(canvas, {x, line.min.y + em() * 0.15f}, tr("this model"), p.accent_soft, p.text);
    x = badge.max.x + em() * 0.6f;
  }
  draw_text_in(canvas, fonts().small, {{x, line.min.y}, line.max}, p.text_dim,
               fitted(fonts().small, level_numbers(level, cut), line.max.x - x));
}

/// "“zebra” – unknown, read as <unk>": each piece once.
std::string fates_text(const TextLevel& level, const CutText& cut, TokenFate fate) {
  std::vector<std::string> pieces;
  const CutToken* first = nullptr;
  for (const CutToken& token : cut.tokens) {
    if (token.fate != fate) continue;
    const std::string piece = "“" + display_token(token.shown) + "”";
    if (std::ranges::find(pieces, piece) == pieces.end()) pieces.push_back(piece);
    if (!first) first = &token;
  }
  if (!first) return "";
  std::string words;
  for (const std::string& piece : pieces) words += (words.empty() ? "" : ", ") + piece;
  return words + " – " + fate_words(*level.tokenizer, *first);
}

void draw_fates(const TextLevel& level, const CutText& cut) {
  const Palette& p = theme().palette;
  if (const std::string words = fates_text(level, cut, TokenFate::Unknown); !words.empty())
    wrapped_text(fonts().small, p.bad, words);
  if (const std::string words = fates_text(level, cut, TokenFate::PartOfLetter); !words.empty())
    wrapped_text(fonts().small, p.text_dim, words);
  for (const CutToken& token : cut.tokens)
    if (token.fate == TokenFate::LowerCase)
      wrapped_text(fonts().small, p.text_dim,
                   "“" + display_token(token.shown) + "” – " + fate_words(*level.tokenizer, token));
}

/// A token under the pointer lights in all views.
void link_tokens(const TokensFrame& frame, const TokenChipsResult& chips) {
  for (const auto& [token, box] : chips.boxes)
    hover_grid({.box = box,
                .query_source = frame.text.side == TextSide::Source,
                .first_query = frame.text.position(token)});
}

void draw_level(const TokensFrame& frame, const TextLevel& level, HoveredBytes lit, HoveredBytes& here) {
  const CutText& cut = frame.cut_by(level);
  draw_level_heading(level, cut);
  const std::string name(token_level(level.level).name);
  const TokenChipsResult r =
      draw_token_chips(name.c_str(), {*level.tokenizer, cut, "tokens.at." + name, lit.from, lit.to});
  if (level.own) link_tokens(frame, r);
  if (r.clicked >= 0) frame.choose_byte(cut.tokens[r.clicked].begin);
  if (r.hovered >= 0) {
    const CutToken& token = cut.tokens[r.hovered];
    here = {token.begin, token.end()};
  }
  draw_fates(level, cut);
  ImGui::Dummy({0, em() * 0.5f});
}

/// The model's token under the pointer in another view, or the selected token; −1: none.
int lit_token(const TokensFrame& frame) {
  const TokenText& text = frame.text;
  for (int token = 0; token < static_cast<int>(text.own.tokens.size()); ++token)
    if (hovered().on({text.side == TextSide::Source, text.position(token)})) return token;
  return text.token;
}

/// The bytes under the pointer here, or the bytes of the lit token.
HoveredBytes lit_bytes(const TokensFrame& frame, HoveredBytes here) {
  const int lit = lit_token(frame);
  if (here.to > here.from || lit < 0) return here;
  const CutToken& token = frame.text.own.tokens[lit];
  return {token.begin, token.end()};
}

}  // namespace

void draw_token_levels(const TokensFrame& frame) {
  HoveredBytes& here = frame.model.remembered<HoveredBytes>();
  const HoveredBytes lit = lit_bytes(frame, here);
  here = {};
  if (!frame.cut.levels.texts.empty())
    dim_text(tr("The other levels are learned from the model's training data: {1}.", frame.cut.levels.texts));
  ImGui::BeginChild("levels", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  std::vector<TokenLevel> missing;
  for (const TokenLevelKind& kind : kTokenLevels) {
    if (const TextLevel* const there = frame.level(kind.level))
      draw_level(frame, *there, lit, here);
    else if (kind.of_texts)
      missing.push_back(kind.level);
  }
  if (!missing.empty()) dim_text(missing_levels(frame, missing));
  ImGui::EndChild();
}

}  // namespace attnlab
