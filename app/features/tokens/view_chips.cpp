// Tokens as chips, their colours in turn, so that each boundary shows.
#include <algorithm>
#include <cmath>

#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/text/vocabulary.h"

namespace attnlab {
namespace {

/// Colours that follow each other in a text.
constexpr std::size_t kChipColours = 4;

Colour chip_face(std::size_t index, bool hovered) {
  const Palette& p = theme().palette;
  const Colour tone = series_colour(static_cast<int>(index % kChipColours));
  return blend(p.panel, tone, hovered ? 0.42f : 0.26f);
}

std::string id_words(TokenId id) { return id == kUnknownId ? "–" : std::to_string(id); }

void show_token_tip(const TokenChips& chips, const CutToken& token) {
  begin_tooltip();
  value_line("token", display_token(token.shown));
  value_line("id", token.id == kUnknownId ? "none" : std::to_string(token.id));
  value_line("bytes", bytes_text(token.text));
  value_line("code points", code_points_text(token.text));
  if (const std::string fate = fate_words(chips.tokenizer, token); !fate.empty()) dim_text(fate);
  end_tooltip();
}

/// Where the chips stand, wrapped at the right end.
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

}  // namespace attnlab
