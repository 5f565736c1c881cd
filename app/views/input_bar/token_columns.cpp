// Chips in columns that wrap like words.
#include "app/views/input_bar/token_columns.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Heights of the parts of a column.
struct Lines {
  float chip, between, said, percent, after;
  float total() const { return chip + between + said + percent; }
};

Lines lines_of(const TokenColumnsOptions& o) {
  const float e = em();
  const bool says = !o.says.empty();
  return {std::ceil(e * 1.6f), says ? std::floor(e * 0.2f) : 0, says ? std::ceil(e * 1.45f) : 0,
          says && o.percents ? std::ceil(e * 0.9f) : 0, std::floor(e * 0.4f)};
}

Colour verdict_colour(Verdict verdict) {
  const Palette& p = theme().palette;
  return verdict == Verdict::Right ? p.good : verdict == Verdict::Wrong ? p.bad : p.accent;
}

/// Fills a rounded box from below.
void fill(Canvas canvas, const Box& box, float share, Colour colour, float rounding) {
  if (!(share > 0)) return;
  canvas.push_clip({{box.min.x, box.max.y - box.height() * std::min(share, 1.0f)}, box.max});
  canvas.fill(box, colour, rounding);
  canvas.pop_clip();
}

void draw_dashed_ends(Canvas canvas, const Box& box, Colour colour) {
  const float dash = std::max(2.0f, em() * 0.2f), thick = std::max(1.0f, std::floor(em() * 0.09f));
  for (float x = box.min.x + dash; x < box.max.x - dash / 2; x += 2 * dash) {
    const float end = std::min(x + dash, box.max.x);
    canvas.fill({{x, box.min.y}, {end, box.min.y + thick}}, colour);
    canvas.fill({{x, box.max.y - thick}, {end, box.max.y}}, colour);
  }
}

struct Touch {
  bool clicked, hovered, right;
};

Touch touch_area(const char* part, int index, const Box& box, const std::string& name) {
  move_cursor(box.min);
  ImGui::PushID(index);
  const bool clicked = ImGui::InvisibleButton(part, box.size());
  ImGui::PopID();
  if (!name.empty()) mark(name, box);
  return {clicked, ImGui::IsItemHovered(), ImGui::IsItemClicked(ImGuiMouseButton_Right)};
}

void draw_chip(const Box& box, const TokenColumn& c, int index, bool hovered, const TokenColumnsOptions& o) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float rounding = em() * 0.3f, thick = std::max(1.5f, em() / 10);
  const bool query = index == o.query, key = index == o.key;
  canvas.fill(box, query ? role_tint(Role::Query) : hovered ? p.raised_hover : p.raised, rounding);
  fill(canvas, box, c.attention, strength_fill(Role::Key), rounding);
  if (c.unknown) draw_dashed_ends(canvas, box, p.bad);
  if (key) canvas.frame(box, role_text(Role::Key), rounding, thick);
  if (query) {
    const Box inner = key ? grown(box, -thick) : box;
    canvas.frame(inner, role_text(Role::Query), rounding, thick);
  }
  draw_text_in(canvas, fonts().ui, box, c.unknown ? p.bad : p.text, display_token(c.token), Align::Centre);
}

void draw_said(const Box& box, const Box& percent, const TokenColumn& c, bool hovered) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float rounding = em() * 0.3f;
  const Colour colour = verdict_colour(c.verdict);
  canvas.fill(box, faded(hovered ? p.raised_hover : p.raised, hovered ? 1 : 0.55f), rounding);
  fill(canvas, box, c.probability, faded(colour, theme().dark() ? 0.26f : 0.2f), rounding);
  if (c.verdict == Verdict::Wrong) canvas.frame(box, faded(colour, 0.75f), rounding);
  draw_text_in(canvas, fonts().ui, box, p.text, display_token(c.said), Align::Centre);
  if (percent.empty()) return;
  const int whole = static_cast<int>(std::lround(double(c.probability) * 100));
  draw_text_in(canvas, fonts().mono_small, percent, p.text_dim, std::to_string(whole), Align::Centre);
}

void chip_tip(const TokenColumn& c, int index) {
  begin_tooltip();
  value_line(tr("position"), std::to_string(index));
  value_line(tr("token"), display_token(c.token));
  if (const std::string points = rare_code_points(c.token); !points.empty())
    value_line(tr("code points"), points);
  if (c.attention > 0)
    value_line(tr("attention"), format_number(double(c.attention), widgets().digits), Role::Key);
  if (c.unknown) dim_text(tr("This token is not in the model's vocabulary."));
  end_tooltip();
}

void said_tip(const TokenColumn& c, const std::string& hint) {
  begin_tooltip();
  value_line(tr("predicts"), display_token(c.said));
  if (const std::string points = rare_code_points(c.said); !points.empty())
    value_line(tr("code points"), points);
  value_line(tr("probability"), format_percent(double(c.probability), 2));
  if (c.verdict == Verdict::Wrong) value_line(tr("correct"), display_token(c.wanted));
  if (!hint.empty()) dim_text(hint);
  end_tooltip();
}

float column_width(const TokenColumn& c, const TokenColumnsOptions& o) {
  float width = text_size(fonts().ui, display_token(c.token)).x;
  if (!o.says.empty()) width = std::max(width, text_size(fonts().ui, display_token(c.said)).x);
  return std::max(std::ceil(width + em() * 0.75f), std::ceil(em() * 1.35f));
}

void draw_labels(ImVec2 at, const TokenColumnsOptions& o, const Lines& l) {
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_dim;
  const float width = em() * 20;
  draw_text_in(canvas, fonts().small, box_at(at, {width, l.chip}), ink, o.reads);
  if (l.said > 0)
    draw_text_in(canvas, fonts().small, box_at({at.x, at.y + l.chip + l.between}, {width, l.said}), ink,
                 o.says);
  if (l.percent > 0)
    draw_text_in(canvas, fonts().small, box_at({at.x, at.y + l.total() - l.percent}, {width, l.percent}),
                 theme().palette.text_dim, "%");
}

float label_width(const TokenColumnsOptions& o) {
  if (o.label_width > 0) return o.label_width;
  const float widest = std::max(text_size(fonts().small, o.reads).x, text_size(fonts().small, o.says).x);
  return widest > 0 ? std::ceil(widest + em() * 0.6f) : 0;
}

void draw_column(ImVec2 at, float width, int index, const TokenColumn& c, const Lines& l,
                 const TokenColumnsOptions& o, TokenColumnsResult& r) {
  const std::string place = "[0," + std::to_string(index) + "]";
  const Box chip = box_at(at, {width, l.chip});
  const Touch read = touch_area("chip", index, chip, o.target.empty() ? "" : o.target + place);
  if (read.clicked) r.clicked = index;
  r.chips.push_back(chip);
  draw_chip(chip, c, index, read.hovered || c.lit, o);
  if (read.hovered) chip_tip(c, index);
  if (l.said <= 0 || c.said.empty()) return;
  const Box said = box_at({at.x, at.y + l.chip + l.between}, {width, l.said});
  const Box percent{{at.x, said.max.y}, {at.x + width, said.max.y + l.percent}};
  const Touch touch = touch_area("said", index, said, o.target.empty() ? "" : o.target + ".said" + place);
  if (touch.clicked) r.said_clicked = index;
  if (touch.right) r.said_menu = index;
  draw_said(said, percent, c, touch.hovered);
  if (touch.hovered) said_tip(c, o.said_hint);
}

struct LegendEntry {
  Verdict verdict;
  const char* words;
};
constexpr LegendEntry kLegend[] = {{Verdict::Right, tr_mark("correct")},
                                   {Verdict::Wrong, tr_mark("incorrect")},
                                   {Verdict::None, tr_mark("not compared")}};

/// What the colors of these predictions mean. Nothing if this does not fit.
void draw_legend(std::span<const TokenColumn> columns, ImVec2 at, float right, float height) {
  const float square = std::floor(em() * 0.6f), gap = em() * 0.35f;
  const Canvas canvas = window_canvas();
  for (const LegendEntry& entry : kLegend) {
    const auto shows = [&](const TokenColumn& c) { return !c.said.empty() && c.verdict == entry.verdict; };
    if (std::ranges::none_of(columns, shows)) continue;
    const float width = square + gap + std::ceil(text_size(fonts().small, tr(entry.words)).x);
    if (at.x + width > right) return;
    const float top = at.y + std::floor((height - square) / 2);
    canvas.fill({{at.x, top}, {at.x + square, top + square}}, verdict_colour(entry.verdict), em() * 0.12f);
    draw_text_in(canvas, fonts().small, box_at({at.x + square + gap, at.y}, {width, height}),
                 theme().palette.text_dim, tr(entry.words));
    at.x += width + em() * 0.8f;
  }
}

}  // namespace

TokenColumnsResult token_columns(const char* id, std::span<const TokenColumn> columns,
                                 const TokenColumnsOptions& o) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Lines lines = lines_of(o);
  const float left = start.x + label_width(o), right = start.x + o.width, gap = std::floor(em() * 0.25f);
  TokenColumnsResult r;
  draw_labels(start, o, lines);
  KeepsDirection kept;
  ImVec2 at{left, start.y};
  ImGui::PushID(id);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float width = std::min(column_width(columns[i], o), std::max(o.width - (left - start.x), em()));
    if (at.x + width > right && at.x > left) at = {left, at.y + lines.total() + lines.after};
    draw_column(at, width, static_cast<int>(i), columns[i], lines, o, r);
    at.x += width + gap;
  }
  ImGui::PopID();
  if (o.legend && lines.said > 0)
    draw_legend(columns, {at.x + em() * 0.8f, at.y + lines.chip + lines.between}, right, lines.said);
  r.bounds = {start, {right, at.y + lines.total()}};
  kept.within({{left, start.y}, r.bounds.max});
  move_cursor(start);
  ImGui::Dummy(r.bounds.size());
  return r;
}

}  // namespace attnlab
