// Tables and sliders of the Cost view.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/view_frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr float kRowHeight = 1.45f, kColumnGap = 1.5f;  // em

ImFont* font_of(const CostTable& table, std::size_t column) {
  return column < table.texts ? fonts().ui : fonts().mono_small;
}

std::vector<float> column_widths(const CostTable& table) {
  std::vector<float> widths;
  for (std::size_t i = 0; i < table.heads.size(); ++i) {
    float width = text_size(fonts().small, table.heads[i]).x;
    for (const CostTable::Row& row : table.rows)
      width = std::max(width, text_size(font_of(table, i), row.cells[i]).x);
    widths.push_back(std::ceil(width) + 2);
  }
  return widths;
}

/// Draws one cell per column from `at` on.
template <typename Draw>
void draw_cells(const CostTable& table, ImVec2 at, const std::vector<float>& widths, const Draw& draw) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    draw(i, box_at(at, {widths[i], em() * kRowHeight}), i < table.texts ? Align::Left : Align::Right);
    at.x += widths[i] + em() * kColumnGap;
  }
}

void draw_table_row(const CostTable& table, const CostTable::Row& row, const Box& box,
                    const std::vector<float>& widths) {
  const Palette& p = theme().palette;
  if (row.sum) window_canvas().fill({box.min, {box.max.x, box.min.y + 1}}, p.border);
  draw_cells(table, box.min, widths, [&](std::size_t i, const Box& cell, Align align) {
    draw_text_in(window_canvas(), font_of(table, i), cell, i == 0 || row.sum ? p.text : p.text_dim,
                 row.cells[i], align);
  });
}

/// A number that is chosen easily: three binary digits, as 12, 14, 16, 20.
Index round_size(double value) {
  const double step = std::exp2(std::max(0.0, std::floor(std::log2(std::max(value, 1.0))) - 3));
  return static_cast<Index>(std::llround(std::round(value / step) * step));
}

/// What is chosen where the slider stands at `value`.
Index chosen_at(const CostSlider& s, float value) {
  const Index size = std::clamp(round_size(static_cast<double>(value)), s.least, s.most);
  if (size == s.least && s.at_least >= 0) return s.at_least;
  return size == s.most && s.at_most >= 0 ? s.at_most : size;
}

void draw_cost_slider(const CostFrame& frame, const CostSlider& s, float width) {
  const std::string name = std::string("cost.") + s.option;
  const auto least = static_cast<float>(s.least), most = static_cast<float>(std::max(s.most, s.least + 1));
  const float texts = text_size(fonts().ui, s.label).x + em() * 1.2f +
                      text_size(fonts().mono, std::to_string(std::max(s.most, s.least + 1))).x;
  auto value = static_cast<float>(s.now);
  if (slider(name.c_str(), s.label, value, least, most, "%.0f", std::max(width - texts, em() * 2), true))
    if (const Index chosen = chosen_at(s, value); chosen != s.now)
      frame.choose(s.option, std::to_string(chosen));
  if (!s.tip.empty()) tip(s.tip);
}

}  // namespace

void draw_cost_sliders(const CostFrame& frame, std::span<const CostSlider> sliders) {
  const float gap = em() * 1.4f, room = ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX();
  const auto most = static_cast<float>(sliders.size());
  const float columns =
      std::clamp(std::floor((room + gap) / (em() * 11.5f + gap)), 1.0f, std::min(most, 4.0f));
  const float width = std::min(std::floor((room - gap * (columns - 1)) / columns), em() * 20);
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(columns);
    if (column > 0) ImGui::SameLine(left + (width + gap) * static_cast<float>(column), 0);
    draw_cost_slider(frame, sliders[i], width);
  }
}

void draw_cost_table(const CostTable& table) {
  const std::vector<float> widths = column_widths(table);
  float width = -em() * kColumnGap;
  for (const float column : widths) width += column + em() * kColumnGap;
  const float line = std::ceil(em() * kRowHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_cells(table, at, widths, [&](std::size_t i, const Box& cell, Align align) {
    draw_text_in(window_canvas(), fonts().small, cell, theme().palette.text_dim, table.heads[i], align);
  });
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Box box = box_at({at.x, at.y + line * static_cast<float>(i + 1)}, {width, line});
    move_cursor(box.min);
    ImGui::Dummy(box.size());
    if (!table.rows[i].tip.empty()) tip(table.rows[i].tip);
    draw_table_row(table, table.rows[i], box, widths);
  }
  const Box all = box_at(at, {width, line * static_cast<float>(table.rows.size() + 1)});
  mark_part(table.name, table.title, all);
  move_cursor(at);
  ImGui::Dummy(all.size());
}

namespace {

/// Lines end before the edge, so that they never make the window scroll to the side.
void draw_cost_lines(ImFont* font, Colour colour, const std::string& text) {
  wrapped_text(font, colour, text, std::max(ImGui::GetContentRegionAvail().x - em() * 0.8f, em() * 8));
}

}  // namespace

void draw_cost_note(const std::string& text) {
  draw_cost_lines(fonts().small, theme().palette.text_dim, text);
}

void draw_cost_fact(const std::string& what, const std::string& value) {
  group_label(what);
  draw_cost_lines(fonts().ui, theme().palette.text, value);
}

std::string values_text(Index values) {
  const auto count = static_cast<double>(values);
  return format_count(values) + ": " + format_bytes(4 * count) + " in float32, " + format_bytes(2 * count) +
         " in 16 bits";
}

}  // namespace attnlab
