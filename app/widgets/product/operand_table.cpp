// Terms of a sum, one below the other, with bars for their products.
#include "app/widgets/product/operand_table.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/product/operand_layout.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Decimals by column: gradients are much smaller than their factors.
struct OperandDecimals {
  int left = 0, right = 0, product = 0;
};

struct OperandNumbers {
  OperandDecimals decimals;
  ImFont* font = nullptr;
  OperandColumns columns;
};

/// Decimals that a column of numbers below 0.1 needs before its first figure.
int leading_zeros(double largest) {
  const bool small = largest > 0 && largest < 0.1;
  return small ? std::min(static_cast<int>(std::ceil(-std::log10(largest))) - 1, 5) : 0;
}

/// Decimals of a column: `digits`, and more where all numbers are small.
int column_decimals(double largest, int digits) {
  const int plain = decimals_for(std::isfinite(largest) ? largest : 1.0, digits + 1) - (largest < 1 ? 1 : 0);
  return std::clamp(plain, 1, 8) + leading_zeros(largest);
}

OperandDecimals decimals_of(std::span<const OperandTerm> terms, const OperandTableOptions& o, int digits) {
  double left = 0, right = 0, product = std::isfinite(o.result) ? std::abs(o.result) : 0;
  const auto widen = [](double& largest, double value) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  };
  for (const OperandTerm& t : terms) widen(left, t.left), widen(right, t.right), widen(product, t.product());
  if (o.single) left = product = std::max(left, product);
  return {column_decimals(left, digits), column_decimals(right, digits), column_decimals(product, digits)};
}

OperandWidths widths_of(std::span<const OperandTerm> terms, const OperandTableOptions& o,
                        const OperandDecimals& d, ImFont* font) {
  const float inset = em() * 0.2f;
  OperandWidths w;
  const auto widen = [&](float& width, ImFont* with, std::string_view text) {
    width = std::max(width, text_size(with, text).x + inset);
  };
  for (const OperandTerm& t : terms) {
    widen(w.index, fonts().small, t.index);
    widen(w.left, font, format_fixed(t.left, d.left));
    if (o.single) continue;
    widen(w.right, font, format_fixed(t.right, d.right));
    widen(w.product, font, format_fixed(t.product(), d.product));
  }
  widen(w.left, fonts().small, o.left_name);
  float& results = o.single ? w.left : w.product;
  for (const double result : {o.result, o.others > 0 ? o.rest : o.result})
    widen(results, font, format_fixed(result, d.product));
  if (o.single) return w;
  widen(w.right, fonts().small, o.right_name);
  widen(w.product, fonts().small, tr("product"));
  return w;
}

/// Numbers that fit into `room` pixels: at the program's precision, where they do not fit with fewer
/// decimals, and at last in a smaller font. No number is cut.
OperandNumbers operand_numbers(std::span<const OperandTerm> terms, const OperandTableOptions& o, float room) {
  OperandDecimals decimals;
  OperandWidths widths;
  for (ImFont* font : {fonts().mono, fonts().mono_small})
    for (int digits = font == fonts().mono ? widgets().digits : 1; digits >= 1; --digits) {
      decimals = decimals_of(terms, o, digits);
      widths = widths_of(terms, o, decimals, font);
      if (operands_fit(widths, room, em())) return {decimals, font, operand_columns(widths, room, em())};
    }
  return {decimals, fonts().mono_small, operand_columns(widths, room, em())};
}

/// The largest product, or term of a plain sum, without its sign; 0 for no finite one.
double largest_product(std::span<const OperandTerm> terms, bool single) {
  double largest = 0;
  for (const OperandTerm& t : terms) {
    const double p = std::abs(single ? t.left : t.product());
    if (std::isfinite(p)) largest = std::max(largest, p);
  }
  return largest;
}

struct OperandRows {
  const OperandTableOptions& o;
  std::span<const OperandTerm> terms;
  OperandNumbers numbers;
  double largest;
  float line;  ///< height of one line
  Canvas canvas;

  const OperandColumns& columns() const { return numbers.columns; }
  float row() const { return line * (columns().two_lines ? 2.0f : 1.0f); }
};

/// The box of a number that ends at `right`; from the end of the column before.
Box number_box(ImVec2 at, float from, float right, float height) {
  return {{at.x + from, at.y}, {at.x + right, at.y + height}};
}

/// A bar from the middle: negative products to the left.
void draw_bar(const OperandRows& t, const Box& box, double value) {
  if (box.width() < 1) return;
  const Palette& p = theme().palette;
  const float mid = std::round(box.centre().x), half = box.width() / 2;
  t.canvas.fill({{mid, box.min.y}, {mid + 1, box.max.y}}, p.border);
  if (!std::isfinite(value) || t.largest <= 0) return;
  const float length = half * float(value / t.largest), inset = t.line * 0.27f;
  const float x = mid + 0.5f;
  const Colour colour = colour_map(Scale::Diverging).at(value > 0 ? 0.86f : 0.14f);
  t.canvas.fill({{std::min(x, x + length), box.min.y + inset}, {std::max(x, x + length), box.max.y - inset}},
                colour, em() * 0.1f);
}

/// A number that can be followed; true when pressed.
bool link_number(const OperandRows& t, const char* id, const Box& box, const std::string& number, Role role,
                 const std::string& target) {
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(id, box.size());
  const bool hovered = ImGui::IsItemHovered();
  mark(target, box);
  if (hovered) {
    t.canvas.fill(box, role_tint(role), em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  draw_text_in(t.canvas, t.numbers.font, {box.min, {box.max.x - 1, box.max.y}}, role_text(role, hovered),
               number, Align::Right);
  return pressed;
}

/// Draws a sign in the gap before a number's column.
void draw_sign(const OperandRows& t, const Box& number, float width, const char* sign) {
  const Box box{{number.min.x, number.min.y}, {number.min.x + width, number.max.y}};
  draw_text_in(t.canvas, fonts().mono, box, theme().palette.text_dim, sign, Align::Centre);
}

/// The name of a term; the whole name is in a tooltip where the column is too narrow.
void draw_index(const OperandRows& t, const std::string& name, ImVec2 at) {
  const Box box = number_box(at, 0, t.columns().index, t.line);
  if (draw_text_in(t.canvas, fonts().small, box, theme().palette.text_dim, name, Align::Left, Cut::Meant) &&
      ImGui::IsWindowHovered() && box.contains(ImGui::GetIO().MousePos)) {
    begin_tooltip();
    ImGui::TextUnformatted(name.c_str());
    end_tooltip();
  }
}

/// The boxes of a row's numbers; each begins with the sign before it.
struct NumberBoxes {
  Box left, right, product, bar;
};

NumberBoxes boxes_of(const OperandRows& t, ImVec2 at) {
  const OperandColumns& c = t.columns();
  const ImVec2 factors{at.x, at.y + (c.two_lines ? t.line : 0)};
  const float gap = em() * 0.5f, before_product = c.two_lines ? c.bar_end : c.right;
  return {number_box(factors, c.two_lines ? 0 : c.index + gap, c.left, t.line),
          number_box(factors, c.left, c.right, t.line), number_box(at, before_product, c.product, t.line),
          number_box(at, c.bar, c.bar_end, t.line)};
}

void draw_term(const OperandRows& t, int i, ImVec2 at, OperandTableResult& r) {
  const OperandTerm& term = t.terms[i];
  const Box line = box_at(at, {ImGui::GetContentRegionAvail().x, t.row()});
  const bool hovered = ImGui::IsWindowHovered() && line.contains(ImGui::GetIO().MousePos);
  if (hovered) r.hovered = i;
  if (hovered || i == t.o.linked) t.canvas.fill(line, theme().palette.raised, em() * 0.2f);
  const auto name = [&](int side) {
    return t.o.target.empty() ? "" : t.o.target + "[" + std::to_string(i) + "," + std::to_string(side) + "]";
  };
  draw_index(t, term.index, at);
  const NumberBoxes boxes = boxes_of(t, at);
  const OperandDecimals& d = t.numbers.decimals;
  const float sign = em() * 1.1f;
  ImGui::PushID(i);
  if (link_number(t, "left", boxes.left, format_fixed(term.left, d.left), t.o.left_role, name(0)))
    r.followed_left = i;
  if (!t.o.single) {
    draw_sign(t, boxes.right, sign, "×");
    const Box right{{boxes.right.min.x + sign, boxes.right.min.y}, boxes.right.max};
    if (link_number(t, "right", right, format_fixed(term.right, d.right), t.o.right_role, name(1)))
      r.followed_right = i;
    const std::string product = format_fixed(term.product(), d.product);
    const double of_shown =
        shown_number(format_fixed(term.left, d.left)) * shown_number(format_fixed(term.right, d.right));
    if (!t.columns().two_lines) draw_sign(t, boxes.product, sign, relation(of_shown, product));
    draw_text_in(t.canvas, t.numbers.font, boxes.product, theme().palette.text, product, Align::Right);
  }
  ImGui::PopID();
  draw_bar(t, boxes.bar, t.o.single ? term.left : term.product());
}

void draw_heading(const OperandRows& t) {
  const Box all = reserve({ImGui::GetContentRegionAvail().x, t.row()});
  const NumberBoxes boxes = boxes_of(t, all.min);
  const auto heading = [&](const Box& box, const std::string& text, Role role) {
    draw_text_in(t.canvas, fonts().small, {box.min, {box.max.x - 1, box.max.y}},
                 role == Role::None ? theme().palette.text_dim : role_text(role), text, Align::Right);
  };
  heading(boxes.left, t.o.left_name, t.o.left_role);
  if (!t.o.single)
    heading(boxes.right, t.o.right_name, t.o.right_role), heading(boxes.product, tr("product"), Role::None);
  t.canvas.fill({{all.min.x, all.max.y - 1}, all.max}, theme().palette.border);
}

/// Draws words and, at the end of the last column of numbers, a number.
void draw_sum_line(const OperandRows& t, const Box& line, double value, Colour ink, const std::string& words,
                   Colour word_ink) {
  const std::string number = format_fixed(value, t.numbers.decimals.product);
  const float right = line.min.x + t.columns().product;
  const float left = right - text_size(t.numbers.font, number).x - 1;
  draw_text_in(t.canvas, t.numbers.font, {{left, line.min.y}, {right, line.max.y}}, ink, number,
               Align::Right);
  draw_text_in(t.canvas, fonts().ui, {line.min, {left - em() * 0.5f, line.max.y}}, word_ink, words,
               Align::Left, Cut::Meant);
}

/// "+ 48 terms   0.0123": the line of the omitted terms; true when pressed.
bool draw_rest(const OperandRows& t) {
  const Box line = box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, t.line});
  const bool pressed = ImGui::InvisibleButton("rest", line.size());
  if (!t.o.target.empty()) mark(t.o.target + ".rest", line);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered()) {
    t.canvas.fill(line, p.raised_hover, em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip(tr("Show all terms"));
  const std::string words = tr_plural("+ {1} term", "+ {1} terms", t.o.others, std::to_string(t.o.others));
  draw_sum_line(t, line, t.o.rest, p.text, words, p.accent);
  return pressed;
}

void draw_result(const OperandRows& t) {
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(t.line * 1.15f)});
  t.canvas.fill({line.min, {line.max.x, line.min.y + 1}}, theme().palette.border);
  draw_sum_line(t, line, t.o.result, role_text(t.o.result_role), t.o.result_name, theme().palette.text_dim);
}

}  // namespace

float operand_row_height() { return std::ceil(em() * 1.45f); }

OperandTableResult operand_table(const char* id, std::span<const OperandTerm> terms,
                                 const OperandTableOptions& o) {
  OperandTableResult r;
  const KeepsDirection kept;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const OperandRows t{o,
                      terms,
                      operand_numbers(terms, o, room),
                      largest_product(terms, o.single),
                      operand_row_height(),
                      window_canvas()};
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(t);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(terms.size()), t.row());
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_term(t, i, at, r);
      move_cursor(at);
      ImGui::Dummy({room, t.row()});
    }
  }
  if (o.others > 0) r.wants_all = draw_rest(t);
  draw_result(t);
  ImGui::PopStyleVar();
  ImGui::PopID();
  r.bounds = {start, {start.x + room, ImGui::GetCursorScreenPos().y}};
  return r;
}

}  // namespace attnlab
