// Lines between two columns of tokens.
#include "app/widgets/heat_map/attention_lines.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct TokenSide {
  std::span<const std::string> names;
  std::span<const unsigned char> unknown;
  int count;
  float x, width;  ///< the tokens' column
  float top, step;
  bool right;
  Role role;

  Box token(int i) const {
    const float y = top + step * float(i);
    return {{x, y}, {x + width, y + step}};
  }
  std::string name(int i) const {
    return static_cast<std::size_t>(i) < names.size() ? display_token(names[i]) : std::to_string(i);
  }
  bool is_unknown(int i) const { return static_cast<std::size_t>(i) < unknown.size() && unknown[i] != 0; }
  int under(ImVec2 p) const {
    if (p.x < x || p.x >= x + width) return -1;
    const int i = static_cast<int>(std::floor((p.y - top) / step));
    return i >= 0 && i < count ? i : -1;
  }
};

float widest_name(std::span<const std::string> names, int count) {
  float width = em() * 2;
  for (int i = 0; i < std::min<int>(count, static_cast<int>(names.size())); ++i) {
    width = std::max(width, text_size(fonts().ui, display_token(names[i])).x);
  }
  return std::min(std::ceil(width), em() * 9) + std::ceil(em() * 0.8f) + 2;
}

void draw_line(Canvas canvas, const TokenSide& a, const TokenSide& b, int i, int j, float weight,
               Colour colour) {
  const ImVec2 from{a.x + a.width, a.token(i).centre().y}, to{b.x, b.token(j).centre().y};
  const float bend = (to.x - from.x) * 0.42f, thick = std::max(1.0f, em() * 0.34f * std::sqrt(weight));
  canvas.line_to(from);
  canvas.cubic_to({from.x + bend, from.y}, {to.x - bend, to.y}, to, 22);
  canvas.stroke(faded(colour, 0.12f + 0.88f * weight), thick);
}

/// The visible tokens: first and last + 1.
std::pair<int, int> seen_tokens(const TokenSide& s) {
  const Box clip = clip_box();
  const auto place = [&](float y) {
    return std::clamp(static_cast<int>(std::floor((y - s.top) / s.step)), 0, s.count);
  };
  return {place(clip.min.y), place(clip.max.y + s.step)};
}

/// Lines with a visible end, weak ones first, so that strong lines lie on top.
std::vector<std::pair<float, Cell>> sorted_lines(const MatrixView& w, const AttentionLinesOptions& o,
                                                 const TokenSide& a, const TokenSide& b) {
  const auto [first_left, last_left] = seen_tokens(a);
  const auto [first_right, last_right] = seen_tokens(b);
  std::vector<std::pair<float, Cell>> lines;
  for (int i = 0; i < w.rows; ++i) {
    const bool seen = i >= first_left && i < last_left;
    for (int j = seen ? 0 : first_right; j < (seen ? w.cols : last_right); ++j) {
      const float weight = w.at(i, j);
      if (weight >= o.threshold && std::isfinite(weight)) lines.push_back({std::min(weight, 1.0f), {i, j}});
    }
  }
  std::ranges::stable_sort(lines, {}, &std::pair<float, Cell>::first);
  if (lines.size() > o.most_lines)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(o.most_lines));
  return lines;
}

void draw_lines(Canvas canvas, const MatrixView& w, const AttentionLinesOptions& o, const TokenSide& a,
                const TokenSide& b, int focus_left, int focus_right) {
  for (const auto& [weight, cell] : sorted_lines(w, o, a, b)) {
    const bool in_focus = (focus_left < 0 && focus_right < 0) || cell.row == focus_left ||
                          (focus_left < 0 && cell.col == focus_right);
    const Colour strong = role_text(Role::Output);
    draw_line(canvas, a, b, cell.row, cell.col, in_focus ? weight : weight * 0.12f,
              in_focus ? strong : theme().palette.text_faint);
  }
}

void draw_token(Canvas canvas, const TokenSide& s, int i, bool strong, float weight) {
  const Palette& p = theme().palette;
  Box box = s.token(i);
  box.min.y += 1;
  box.max.y -= 1;
  Colour face = p.panel;
  if (weight > 0) face = blend(p.panel, role_colour(Role::Output), 0.12f + 0.55f * weight);
  if (strong) face = role_tint(s.role);
  if (face != p.panel) canvas.fill(box, face, em() * 0.25f);
  const Box text{{box.min.x + em() * 0.4f, box.min.y}, {box.max.x - em() * 0.4f, box.max.y}};
  const Colour ink = s.is_unknown(i) ? p.bad : strong || weight > 0.05f ? text_on(face) : p.text_dim;
  draw_text_in(canvas, fonts().ui, text, ink, s.name(i), s.right ? Align::Left : Align::Right, Cut::Meant);
}

void draw_side(Canvas canvas, const TokenSide& s, const std::string& target, int focus, const MatrixView& w,
               int other) {
  const auto [first, last] = seen_tokens(s);
  for (int i = 0; i < s.count; ++i) {
    const float weight = other < 0 ? 0.0f : s.right ? w.at(other, i) : w.at(i, other);
    if (!target.empty())
      mark(target + (s.right ? ".right[" : ".left[") + std::to_string(i) + ",0]", s.token(i));
    if (i < first || i >= last) continue;
    draw_token(canvas, s, i, i == focus, std::isfinite(weight) ? std::clamp(weight, 0.0f, 1.0f) : 0.0f);
  }
}

/// The tooltip: what the token under the pointer attends to, or what attends to it.
void show_tip(const MatrixView& w, const TokenSide& a, const TokenSide& b, int left, int right) {
  const int count = left >= 0 ? w.cols : w.rows;
  std::vector<std::pair<float, int>> ranked;
  for (int i = 0; i < count; ++i) ranked.push_back({left >= 0 ? w.at(left, i) : w.at(i, right), i});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& x, const auto& y) { return x.first > y.first; });
  begin_tooltip();
  dim_text(left >= 0 ? tr("{1} attends to", a.name(left)) : tr("{1} is attended to by", b.name(right)));
  for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 5); ++i) {
    value_line((left >= 0 ? b : a).name(ranked[i].second),
               format_fixed(ranked[i].first, widgets().digits + 1));
  }
  end_tooltip();
}

}  // namespace

AttentionLinesResult attention_lines(const char* id, const MatrixView& w, const AttentionLinesOptions& o) {
  AttentionLinesResult r;
  if (w.empty()) return r;
  KeepsDirection kept;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(o.size.x > 0 ? o.size.x : room.x, em() * 10),
                    std::max(o.size.y > 0 ? o.size.y : room.y, em() * 4)};
  const float head = std::ceil(em() * 1.5f), longest = float(std::max(w.rows, w.cols));
  const float step = std::clamp(std::floor((size.y - head) / longest), em() * 1.05f, em() * 2.2f);
  r.bounds = box_at(ImGui::GetCursorScreenPos(), {size.x, head + step * longest});
  kept.within(r.bounds);
  const bool pressed = ImGui::InvisibleButton(id, r.bounds.size());
  const bool over = ImGui::IsItemHovered();
  const float top = r.bounds.min.y + head, left_width = widest_name(o.left, w.rows),
              right_width = widest_name(o.right, w.cols);
  const auto centred = [&](int count) { return top + step * (longest - float(count)) / 2; };
  const TokenSide a{o.left,          o.left_unknown, w.rows, r.bounds.min.x, left_width,
                    centred(w.rows), step,           false,  o.left_role};
  const TokenSide b{o.right,     o.right_unknown, w.cols, r.bounds.max.x - right_width,
                    right_width, centred(w.cols), step,   true,
                    o.right_role};
  if (over)
    r.hovered_left = a.under(ImGui::GetIO().MousePos), r.hovered_right = b.under(ImGui::GetIO().MousePos);
  if (pressed) r.clicked_left = r.hovered_left, r.clicked_right = r.hovered_right;
  const bool here = r.hovered_left >= 0 || r.hovered_right >= 0;
  const int over_left = here ? r.hovered_left : std::min(o.lit_left, w.rows - 1);
  const int over_right = here ? r.hovered_right : std::min(o.lit_right, w.cols - 1);
  const int left = over_left >= 0 ? over_left : over_right >= 0 ? -1 : std::min(o.selected_left, w.rows - 1);
  const int right = left >= 0 ? -1 : over_right;
  const Canvas canvas = window_canvas();
  draw_lines(canvas, w, o, a, b, left, right);
  r.left_tokens = {a.token(0).min, a.token(a.count - 1).max};
  r.right_tokens = {b.token(0).min, b.token(b.count - 1).max};
  draw_side(canvas, a, o.target, left, w, right);
  draw_side(canvas, b, o.target, right, w, left);
  const float y = r.bounds.min.y;
  draw_text_in(canvas, fonts().small, {{a.x, y}, {a.x + a.width - em() * 0.4f, y + head}},
               role_text(o.left_role), o.left_title, Align::Right);
  draw_text_in(canvas, fonts().small, {{b.x + em() * 0.4f, y}, {b.x + b.width, y + head}},
               role_text(o.right_role), o.right_title);
  if (r.hovered_left >= 0 || r.hovered_right >= 0) show_tip(w, a, b, r.hovered_left, r.hovered_right);
  return r;
}

}  // namespace attnlab
