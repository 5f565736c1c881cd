// Terms of a sum, one per line, with bars for their products.
#include "app/widgets/product/operand_table.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

struct OperandColumns {
  float index, sign, number, bar, row;
};

/// Decimals by column: gradients are much smaller than their factors.
struct Decimals {
  int left, right, product;
};

struct OperandRows {
  const OperandTableOptions& o;
  std::span<const OperandTerm> terms;
  OperandColumns w;
  Decimals decimals;
  double largest;
  Canvas canvas;
};

double shown_product(const OperandRows& t, const OperandTerm& term) {
  return t.o.single ? term.left : term.product();
}

/// Decimals of a column: the program's precision, and more where all numbers are small.
int column_decimals(double largest) {
  const int plain =
      decimals_for(std::isfinite(largest) ? largest : 1.0, widgets().digits + 1) - (largest < 1 ? 1 : 0);
  const bool small = largest > 0 && largest < 0.1;
  const int more = small ? static_cast<int>(std::ceil(-std::log10(largest))) - 1 : 0;
  return std::clamp(plain, 1, 8) + std::min(more, 5);
}

Decimals decimals_of(std::span<const OperandTerm> terms, const OperandTableOptions& o) {
  double left = 0, right = 0, product = std::isfinite(o.result) ? std::abs(o.result) : 0;
  const auto widen = [](double& largest, double value) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  };
  for (const OperandTerm& t : terms) widen(left, t.left), widen(right, t.right), widen(product, t.product());
  if (o.single) left = product = std::max(left, product);
  return {column_decimals(left), column_decimals(right), column_decimals(product)};
}

double largest_product(std::span<const OperandTerm> terms, bool single) {
  double largest = 0;
  for (const OperandTerm& t : terms) {
    const double p = std::abs(single ? t.left : t.product());
    if (std::isfinite(p)) largest = std::max(largest, p);
  }
  return largest;
}

float number_width(std::span<const OperandTerm> terms, const OperandTableOptions& o, const Decimals& d) {
  float width = text_size(fonts().mono, "−0.00").x;
  const auto widen = [&](double v, int decimals) {
    width = std::max(width, text_size(fonts().mono, format_fixed(v, decimals)).x);
  };
  widen(o.result, o.single ? d.left : d.product);
  for (const OperandTerm& t : terms) {
    widen(t.left, d.left);
    if (!o.single) widen(t.right, d.right), widen(t.product(), d.product);
  }
  return width + em() * 0.5f;
}

OperandColumns columns_for(std::span<const OperandTerm> terms, const OperandTableOptions& o,
                           const Decimals& decimals, float room) {
  OperandColumns w{};
  for (const OperandTerm& t : terms) w.index = std::max(w.index, text_size(fonts().small, t.index).x);
  w.index = std::min(w.index, em() * 5) + em() * 0.5f;
  w.sign = em() * 1.1f;
  w.number = number_width(terms, o, decimals);
  const float taken =
      w.index + (o.single ? 1.0f : 3.0f) * w.number + (o.single ? 0.0f : 2.0f) * w.sign + em() * 0.6f;
  w.bar = std::clamp(room - taken, em() * 2.5f, em() * 8);
  w.row = operand_row_height();
  return w;
}

/// A bar from the middle: negative products to the left.
void draw_bar(const OperandRows& t, const Box& box, double value) {
  const Palette& p = theme().palette;
  const float mid = std::round(box.centre().x), half = box.width() / 2;
  t.canvas.fill({{mid, box.min.y}, {mid + 1, box.max.y}}, p.border);
  if (!std::isfinite(value) || t.largest <= 0) return;
  const float length = half * static_cast<float>(value / t.largest), inset = t.w.row * 0.27f;
  const float x = mid + 0.5f;
  const Colour colour = colour_map(Scale::Diverging).at(value > 0 ? 0.86f : 0.14f);
  t.canvas.fill({{std::min(x, x + length), box.min.y + inset}, {std::max(x, x + length), box.max.y - inset}},
                colour, em() * 0.1f);
}

/// A number that can be followed; true when pressed.
bool link_number(const OperandRows& t, const char* id, const Box& box, const std::string& number, Role role,
                 const std::string& target) {
  ImGui::SetCursorScreenPos(box.min);
  const bool pressed = ImGui::InvisibleButton(id, box.size());
  const bool hovered = ImGui::IsItemHovered();
  mark(target, box);
  if (hovered) {
    t.canvas.fill(box, role_tint(role), em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const Box inner{box.min, {box.max.x - em() * 0.2f, box.max.y}};
  draw_text_in(t.canvas, fonts().mono, inner, role_text(role, hovered), number, Align::Right);
  return pressed;
}

void draw_sign(const OperandRows& t, Box& at, const char* sign) {
  at.max.x = at.min.x + t.w.sign;
  draw_text_in(t.canvas, fonts().mono, at, theme().palette.text_dim, sign, Align::Centre);
  at.min.x = at.max.x;
}

void draw_term(const OperandRows& t, int i, ImVec2 at, OperandTableResult& r) {
  const OperandTerm& term = t.terms[static_cast<std::size_t>(i)];
  const float width = ImGui::GetContentRegionAvail().x;
  const Box line = box_at(at, {width, t.w.row});
  const bool hovered = ImGui::IsWindowHovered() && line.contains(ImGui::GetIO().MousePos);
  if (hovered) r.hovered = i;
  if (hovered || i == t.o.linked) t.canvas.fill(line, theme().palette.raised, em() * 0.2f);
  const auto name = [&](int side) {
    return t.o.target.empty() ? "" : t.o.target + "[" + std::to_string(i) + "," + std::to_string(side) + "]";
  };
  Box box{at, {at.x + t.w.index - em() * 0.3f, at.y + t.w.row}};
  draw_text_in(t.canvas, fonts().small, box, theme().palette.text_dim, term.index);
  box.min.x = at.x + t.w.index;
  box.max.x = box.min.x + t.w.number;
  ImGui::PushID(i);
  if (link_number(t, "left", box, format_fixed(term.left, t.decimals.left), t.o.left_role, name(0)))
    r.followed_left = i;
  box.min.x = box.max.x;
  if (!t.o.single) {
    draw_sign(t, box, "×");
    box.max.x = box.min.x + t.w.number;
    if (link_number(t, "right", box, format_fixed(term.right, t.decimals.right), t.o.right_role, name(1)))
      r.followed_right = i;
    box.min.x = box.max.x;
    draw_sign(t, box, "=");
    box.max.x = box.min.x + t.w.number;
    draw_text_in(t.canvas, fonts().mono, {box.min, {box.max.x - em() * 0.2f, box.max.y}},
                 theme().palette.text, format_fixed(term.product(), t.decimals.product), Align::Right);
  }
  ImGui::PopID();
  draw_bar(t, {{box.max.x + em() * 0.4f, box.min.y}, {box.max.x + em() * 0.4f + t.w.bar, box.max.y}},
           shown_product(t, term));
}

void draw_heading(const OperandRows& t) {
  const Box line = reserve({ImGui::GetContentRegionAvail().x, t.w.row});
  float x = line.min.x + t.w.index;
  const auto heading = [&](const std::string& text, Role role) {
    const Box box{{x - t.w.sign, line.min.y}, {x + t.w.number - em() * 0.2f, line.max.y}};
    draw_text_in(t.canvas, fonts().small, box,
                 role == Role::None ? theme().palette.text_dim : role_text(role), text, Align::Right);
    x += t.w.number + t.w.sign;
  };
  heading(t.o.left_name, t.o.left_role);
  if (!t.o.single) heading(t.o.right_name, t.o.right_role), heading("product", Role::None);
  t.canvas.fill({{line.min.x, line.max.y - 1}, line.max}, theme().palette.border);
}

/// Right end of the last column of numbers.
float numbers_end(const OperandRows& t, float left) {
  return left + t.w.index + (t.o.single ? t.w.number : 3 * t.w.number + 2 * t.w.sign) - em() * 0.2f;
}

/// "+ 48 terms   0.0123": the line of the omitted terms; true when pressed.
bool draw_rest(const OperandRows& t) {
  const Box line = box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, t.w.row});
  const bool pressed = ImGui::InvisibleButton("rest", line.size());
  if (!t.o.target.empty()) mark(t.o.target + ".rest", line);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered()) {
    t.canvas.fill(line, p.raised_hover, em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip("Show all terms");
  const float right = numbers_end(t, line.min.x);
  const std::string number = format_fixed(t.o.rest, t.decimals.product);
  const float left = right - text_size(fonts().mono, number).x - 1;
  const std::string words = "+ " + std::to_string(t.o.others) + (t.o.others == 1 ? " term" : " terms");
  draw_text_in(t.canvas, fonts().mono, {{left, line.min.y}, {right, line.max.y}}, p.text, number,
               Align::Right);
  draw_text_in(t.canvas, fonts().ui, {line.min, {left - em() * 0.5f, line.max.y}}, p.accent, words);
  return pressed;
}

void draw_result(const OperandRows& t) {
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(t.w.row * 1.15f)});
  t.canvas.fill({line.min, {line.max.x, line.min.y + 1}}, theme().palette.border);
  const float right = numbers_end(t, line.min.x);
  const std::string text = format_fixed(t.o.result, t.decimals.product);
  const float left = right - text_size(fonts().mono, text).x - 1;
  draw_text_in(t.canvas, fonts().mono, {{left, line.min.y}, {right, line.max.y}}, role_text(t.o.result_role),
               text, Align::Right);
  draw_text_in(t.canvas, fonts().ui, {line.min, {left - em() * 0.5f, line.max.y}}, theme().palette.text_dim,
               t.o.result_name);
}

}  // namespace

float operand_row_height() { return std::ceil(em() * 1.45f); }

OperandTableResult operand_table(const char* id, std::span<const OperandTerm> terms,
                                 const OperandTableOptions& o) {
  OperandTableResult r;
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Decimals decimals = decimals_of(terms, o);
  OperandRows t{o,
                terms,
                columns_for(terms, o, decimals, room.x),
                decimals,
                largest_product(terms, o.single),
                window_canvas()};
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(t);
  const float wanted = t.w.row * static_cast<float>(terms.size()),
              most = (o.height > 0 ? o.height : room.y) - t.w.row * (o.others > 0 ? 3.2f : 2.2f);
  const ImGuiWindowFlags fits = wanted <= most
                                    ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse
                                    : ImGuiWindowFlags_None;
  ImGui::BeginChild("terms", {0, std::max(std::min(wanted, most), t.w.row)}, false,
                    ImGuiWindowFlags_NoBackground | fits);
  t.canvas = window_canvas();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(terms.size()), t.w.row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_term(t, i, at, r);
      ImGui::SetCursorScreenPos({at.x, at.y + t.w.row});
    }
  }
  ImGui::EndChild();
  t.canvas = window_canvas();
  if (o.others > 0) r.wants_all = draw_rest(t);
  draw_result(t);
  ImGui::PopStyleVar();
  ImGui::PopID();
  r.bounds = {start, {start.x + room.x, ImGui::GetCursorScreenPos().y}};
  return r;
}

}  // namespace attnlab
