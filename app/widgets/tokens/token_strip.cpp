// Chips that wrap like words.
#include "app/widgets/tokens/token_strip.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

template <typename T>
T entry(std::span<const T> values, int index, T otherwise) {
  return static_cast<std::size_t>(index) < values.size() ? values[index] : otherwise;
}

struct Chip {
  int index;
  std::string text;
  bool unknown, hovered, selected, linked;
  float strength;
};

void draw_dashed_frame(Canvas canvas, const Box& box, Colour colour) {
  const float dash = std::max(2.0f, em() * 0.22f);
  for (float x = box.min.x + dash; x < box.max.x - dash; x += 2 * dash) {
    for (float y : {box.min.y, box.max.y - 1})
      canvas.fill({{x, y}, {std::min(x + dash, box.max.x - dash), y + 1}}, colour);
  }
  for (float y = box.min.y + dash; y < box.max.y - dash; y += 2 * dash) {
    for (float x : {box.min.x, box.max.x - 1})
      canvas.fill({{x, y}, {x + 1, std::min(y + dash, box.max.y - dash)}}, colour);
  }
}

void draw_chip(Canvas canvas, const Box& box, const Chip& chip, Role role) {
  const Palette& p = theme().palette;
  const float rounding = em() * 0.3f;
  const Colour strong = role == Role::None ? p.accent : role_text(role);
  const Colour soft = role == Role::None ? p.accent_soft : role_tint(role);
  canvas.fill(box, chip.selected ? soft : chip.hovered ? p.raised_hover : p.raised, rounding);
  if (chip.strength > 0) {
    const float top = box.max.y - box.height() * std::min(chip.strength, 1.0f);
    canvas.push_clip({{box.min.x, top}, box.max});
    canvas.fill(box, strength_fill(role), rounding);
    canvas.pop_clip();
  }
  if (chip.selected) canvas.frame(box, strong, rounding, std::max(1.5f, em() / 10));
  if (chip.linked && !chip.selected) canvas.frame(box, p.text_dim, rounding);
  if (chip.unknown) draw_dashed_frame(canvas, box, p.bad);
  draw_text_in(canvas, fonts().ui, box, chip.unknown ? p.bad : p.text, chip.text, Align::Centre, Cut::Meant);
}

void show_chip_tip(const Chip& chip, const std::string& strength_name) {
  begin_tooltip();
  value_line(tr("position"), std::to_string(chip.index));
  value_line(tr("token"), chip.text);
  if (chip.strength > 0) value_line(strength_name, format_number(chip.strength, widgets().digits + 1));
  if (chip.unknown) dim_text(tr("This token is not in the model's vocabulary."));
  end_tooltip();
}

/// Walks from chip to chip, wrapping at the right end.
struct Flow {
  ImVec2 origin, at;
  float right, line, gap;

  ImVec2 place(float width) {
    if (at.x + width > right && at.x > origin.x) at = {origin.x, at.y + line};
    const ImVec2 here = at;
    at.x += width + gap;
    return here;
  }
};

float strip_chip_height() { return std::ceil(em() * 1.65f); }
float above_chips(const TokenStripOptions& o) { return o.positions ? std::ceil(em() * 0.85f) : 0; }
float strip_line(const TokenStripOptions& o) { return strip_chip_height() + above_chips(o) + em() * 0.3f; }
float strip_label_width(const TokenStripOptions& o) {
  return o.label.empty() ? 0 : text_size(fonts().ui, o.label).x + em() * 0.7f;
}
float strip_width(const TokenStripOptions& o) {
  return o.width > 0 ? o.width : ImGui::GetContentRegionAvail().x;
}
float strip_chip_width(const std::string& shown) {
  return std::max(std::ceil(text_size(fonts().ui, shown).x + em() * 0.9f), strip_chip_height());
}

Flow flow_of_chips(ImVec2 start, const TokenStripOptions& o) {
  const ImVec2 first{start.x + strip_label_width(o), start.y};
  return {first, first, start.x + strip_width(o), strip_line(o), std::floor(em() * 0.3f)};
}

}  // namespace

int token_strip_lines(std::span<const std::string> tokens, const TokenStripOptions& o) {
  Flow flow = flow_of_chips({0, 0}, o);
  for (const std::string& token : tokens) flow.place(strip_chip_width(display_token(token)));
  return 1 + static_cast<int>(std::lround(flow.at.y / flow.line));
}

float token_strip_height(int lines, const TokenStripOptions& o) {
  return strip_line(o) * float(lines) - em() * 0.3f;
}

TokenStripResult token_strip(const char* id, std::span<const std::string> tokens,
                             const TokenStripOptions& o) {
  KeepsDirection kept;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = strip_width(o), above = above_chips(o), chip_height = strip_chip_height();
  const Canvas canvas = window_canvas();
  Flow flow = flow_of_chips(start, o);
  const Box label_box{{start.x, start.y + above}, {flow.origin.x, start.y + above + chip_height}};
  draw_text_in(canvas, fonts().ui, label_box,
               o.role == Role::None ? theme().palette.text_dim : role_text(o.role), o.label);
  TokenStripResult r;
  ImGui::PushID(id);
  for (int i = 0; i < static_cast<int>(tokens.size()); ++i) {
    Chip chip{i,
              display_token(tokens[i]),
              entry<unsigned char>(o.unknown, i, 0) != 0,
              false,
              i == o.selected,
              i == o.linked,
              entry<float>(o.strength, i, 0.0f)};
    const float chip_width = strip_chip_width(chip.text);
    const ImVec2 at = flow.place(chip_width);
    const Box box = box_at({at.x, at.y + above}, {chip_width, chip_height});
    move_cursor(box.min);
    ImGui::PushID(i);
    if (ImGui::InvisibleButton("chip", box.size())) r.clicked = i;
    chip.hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (!o.target.empty()) mark(o.target + "[0," + std::to_string(i) + "]", box);
    if (chip.selected) r.selected = box;
    draw_chip(canvas, box, chip, o.role);
    if (above > 0)
      draw_text_in(canvas, fonts().mono_small, {{box.min.x, at.y}, {box.max.x, box.min.y}},
                   theme().palette.text_dim, std::to_string(i), Align::Centre);
    if (chip.hovered) r.hovered = i, show_chip_tip(chip, o.strength_name);
  }
  ImGui::PopID();
  r.bounds = {start, {start.x + width, flow.at.y + above + chip_height}};
  move_cursor(start);
  ImGui::Dummy(r.bounds.size());
  return r;
}

}  // namespace attnlab
