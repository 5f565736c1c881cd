// One frame of the Tokens view: the levels that are there, and the text cut at each.
#include "app/features/tokens/view_frame.h"

#include <algorithm>

#include "app/features/tokens/choice.h"
#include "app/views/input_bar/token_marks.h"

namespace attnlab {
namespace {

/// The learnt levels of this side; null before.
std::shared_ptr<const ShownLevels> learnt_levels(const ViewModel& model, TextSide side) {
  if (!model.analyses || !levels_for(*model.analyses, model.vocabularies.get(), side)) return nullptr;
  return model.analyses->of<ShownLevels>();
}

const CutLevels& cut_levels(const ViewModel& model, const TokenText& text) {
  CutLevels& kept = model.remembered<CutLevels>();
  const auto learnt = learnt_levels(model, text.side);
  if (kept.vocabularies == model.vocabularies && kept.learnt == learnt && kept.side == text.side &&
      kept.text == text.text && std::ranges::equal(kept.ids, text.own.tokens, {}, {}, &CutToken::id))
    return kept;
  kept = {model.vocabularies, learnt, text.side, text.text, {}, {}, {}};
  for (const CutToken& token : text.own.tokens) kept.ids.push_back(token.id);
  kept.levels = learnt ? learnt->levels : levels_at_once(model.vocabularies, text_of_side(text.side));
  for (const TextLevel& level : kept.levels.levels)
    kept.cuts.push_back(level.own ? text.own : cut_text(*level.tokenizer, text.text));
  return kept;
}

}  // namespace

const BytePairs* TokensFrame::pairs() const {
  const TextLevel* const bpe = level(TokenLevel::BytePairs);
  return bpe ? bpe->tokenizer->byte_pairs() : nullptr;
}

Index TokensFrame::applied() const {
  const BytePairs* const all = pairs();
  return all ? std::min(choice.merges, static_cast<Index>(all->merges().size())) : 0;
}

const CutText& TokensFrame::cut_by(const TextLevel& level) const {
  return cut.cuts[static_cast<std::size_t>(&level - cut.levels.levels.data())];
}

void TokensFrame::choose_byte(std::size_t byte) const {
  const int token = text.own.at(byte);
  if (token >= 0) choose_token(model, text.side, text.position(token), emit);
}

std::string missing_levels(const TokensFrame& frame, std::span<const TokenLevel> levels) {
  std::string pieces;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (i > 0) pieces += i + 1 < levels.size() ? ", " : " and ";
    pieces += token_level(levels[i]).pieces;
  }
  if (frame.learning()) return pieces + " are being learnt from the model's texts …";
  return pieces + " cannot be learnt: " + frame.cut.levels.why_not;
}

TokensFrame tokens_frame(const ViewModel& model, const Emit& emit, const TokenText& text) {
  return {model, emit, *model.trace, model.state.choices.of<TokensChoice>(), text, cut_levels(model, text)};
}

}  // namespace attnlab
