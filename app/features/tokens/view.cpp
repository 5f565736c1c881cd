// Tokens: how the text became token IDs, and which row an ID selects. Also token chips, and merges that play.
// Script names: tokens.part[0,i] are the parts, tokens.text[0,i] the texts of a model that reads two; more in
// the files of the parts.
#include <algorithm>
#include <cmath>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/playing.h"
#include "app/views/common/view_page.h"
#include "app/views/input_bar/token_fields.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/text/vocabulary.h"

namespace attnlab {
namespace {

/// The learned levels of this side; null until they are learned.
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
  for (const TokenLevel level : levels) {
    if (!pieces.empty()) pieces += ", ";
    pieces += tr(token_level(level).pieces);
  }
  return frame.learning() ? tr("Learning {1} from the model's texts…", pieces)
                          : tr("Cannot learn {1}: {2}", pieces, frame.cut.levels.why_not);
}

namespace {

/// The frame, with its tokenized texts from the view's memory. `text` must outlive it.
TokensFrame tokens_frame(const ViewModel& model, const Emit& emit, const TokenText& text) {
  return {model, emit, *model.trace, model.state.choices.of<TokensChoice>(), text, cut_levels(model, text)};
}

/// Continues from the applied merges, or from the beginning at the last stop.
void play_on(const TokensFrame& frame, const BytePairs& pairs) {
  const std::vector<Index> stops = merge_stops(frame.choice, pairs, frame.text);
  const bool last = next_stop(stops, frame.applied()) == frame.applied();
  const Playing::Now now =
      clock_of(frame.model, tokens::kFeature, true, 1 / merge_range(frame.choice.walk).pace);
  if (now == Playing::Now::Begins && last) return frame.choose("merges", "0");
  if (now == Playing::Now::Due)
    frame.emit(last ? Command{"tokens.play", {"off"}} : Command{"tokens.next", {}});
}

}  // namespace

void play_merges(const ViewModel& model, const Emit& emit) {
  const bool holds = model.screen.plays == &tokens::kFeature;
  const bool can = model.trace && on_stage(model.state, tokens::kFeature) &&
                   model.state.choices.of<TokensChoice>().shows_merges() &&
                   tokens::kFeature.offered(model.trace->config());
  if (holds && !can) emit({"tokens.play", {"off"}});
  if (!holds || !can) return static_cast<void>(clock_of(model, tokens::kFeature, false));
  const TokenText text = token_text(model.state, *model.trace, *model.vocabularies);
  const TokensFrame frame = tokens_frame(model, emit, text);
  const BytePairs* const pairs = frame.pairs();
  if (!pairs || frame.learning()) return;
  play_on(frame, *pairs);
}

namespace {

/// Colors that alternate in a text.
constexpr std::size_t kChipColours = 4;

Colour chip_face(std::size_t index, bool hovered) {
  const Palette& p = theme().palette;
  const Colour tone = series_colour(static_cast<int>(index % kChipColours));
  return blend(p.panel, tone, hovered ? 0.42f : 0.26f);
}

std::string id_words(TokenId id) { return id == kUnknownId ? "–" : std::to_string(id); }

void show_token_tip(const TokenChips& chips, const CutToken& token) {
  begin_tooltip();
  value_line(tr("token"), display_token(token.shown));
  value_line(tr("token ID"), token.id == kUnknownId ? tr("none") : std::to_string(token.id));
  value_line(tr("bytes"), bytes_text(token.text));
  value_line(tr("code points"), code_points_text(token.text));
  if (const std::string fate = fate_words(chips.tokenizer, token); !fate.empty()) dim_text(fate);
  end_tooltip();
}

/// Where the chips are, wrapped at the right end.
struct ChipFlow {
  ImVec2 start, at;
  float right, line, gap;

  ImVec2 place(float width) {
    if (at.x + width > right && at.x > start.x) at = {start.x, at.y + line};
    const ImVec2 here = at;
    at.x += width + gap;
    return here;
  }
};

bool shares_byte(const CutToken& token, const TokenChips& chips) {
  return token.begin < chips.lit_to && token.end() > chips.lit_from;
}

void draw_token_chip(const TokenChips& chips, std::size_t index, const Box& chip, const Box& id,
                     bool hovered) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const CutToken& token = chips.cut.tokens[index];
  const bool unknown = token.fate == TokenFate::Unknown;
  const float rounding = em() * 0.2f;
  canvas.fill(chip, chip_face(index, hovered), rounding);
  if (unknown) canvas.frame(chip, p.bad, rounding);
  if (shares_byte(token, chips)) canvas.frame(chip, p.text, rounding, std::max(1.5f, em() / 10));
  draw_text_in(canvas, fonts().ui, chip, p.text, display_token(token.shown), Align::Centre, Cut::Meant);
  draw_text_in(canvas, fonts().mono_small, id, unknown ? p.bad : p.text_dim, id_words(token.id),
               Align::Centre);
}

}  // namespace

TokenChipsResult draw_token_chips(const char* id, const TokenChips& chips) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, high = std::ceil(em() * 1.5f),
              below = std::ceil(em() * 0.95f);
  ChipFlow flow{start, start, start.x + width, high + below + std::floor(em() * 0.25f),
                std::floor(em() * 0.15f)};
  const Box sight = clip_box();
  TokenChipsResult result;
  ImGui::PushID(id);
  for (std::size_t i = 0; i < chips.cut.tokens.size(); ++i) {
    const CutToken& token = chips.cut.tokens[i];
    const float words = text_size(fonts().ui, display_token(token.shown)).x + em() * 0.5f,
                number = text_size(fonts().mono_small, id_words(token.id)).x + em() * 0.2f;
    const float wide = std::min(std::ceil(std::max(words, number)), width);
    const ImVec2 at = flow.place(wide);
    const Box chip = box_at(at, {wide, high}),
              number_box{{chip.min.x, chip.max.y}, {chip.max.x, chip.max.y + below}};
    if (intersection(sight, {chip.min, number_box.max}).empty()) continue;
    move_cursor(chip.min);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("chip", chip.size())) result.clicked = static_cast<int>(i);
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    mark(chips.target + "[0," + std::to_string(i) + "]", chip);
    result.boxes.emplace_back(static_cast<int>(i), chip);
    draw_token_chip(chips, i, chip, number_box, hovered);
    if (hovered) result.hovered = static_cast<int>(i), show_token_tip(chips, token);
  }
  ImGui::PopID();
  move_cursor(start);
  ImGui::Dummy({width, flow.at.y + high + below - start.y});
  return result;
}

namespace {

struct TokensPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const TokensFrame& frame);
};
constexpr TokensPart kTokensParts[] = {{"levels", tr_mark("text and IDs"), draw_token_levels},
                                       {"merges", tr_mark("merges"), draw_merges},
                                       {"vocabulary", tr_mark("vocabulary"), draw_vocabulary},
                                       {"one_hot", tr_mark("one-hot × E"), draw_one_hot}};

/// For a model that reads two texts.
void choose_text_side(const TokensFrame& frame) {
  const std::vector<TextSide> sides = token_sides(format_of(frame.trace.config()));
  if (sides.size() < 2) return;
  constexpr const char* kTexts[] = {"selected", "source", "target"};
  const char* const titles[] = {tr("selected"), tr("source"), tr("target")};
  next_on_line(segmented_width(titles), em());
  int chosen = static_cast<int>(std::ranges::find(kTexts, frame.choice.text) - kTexts);
  if (segmented("tokens.text", titles, chosen)) frame.choose("text", kTexts[chosen]);
  tip(tr("The text of the selected token, the source, or the target"));
}

void draw_tokens(const ViewModel& model, const Emit& emit) {
  const TokenText text = token_text(model.state, *model.trace, *model.vocabularies);
  const TokensFrame frame = tokens_frame(model, emit, text);
  const TokensPart& part = choose_row("tokens.part", kTokensParts, frame.choice.part,
                                      [&](const std::string& name) { frame.choose("part", name); });
  choose_text_side(frame);
  ImGui::Dummy({0, em() * 0.1f});
  if (text.text.empty() || text.own.tokens.empty())
    return empty_note(tr("There is no text to tokenize yet."), tr("Type a text above."));
  part.draw(frame);
}

}  // namespace

namespace tokens {
extern const ViewPage kPage = {.draw = draw_tokens, .play = play_merges};
}

}  // namespace attnlab
