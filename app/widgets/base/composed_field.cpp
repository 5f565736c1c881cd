// Draws the caret's line anew: ImGui's fields know nothing of what is being composed.
#include "app/widgets/base/composed_field.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/widgets/base/canvas.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_method.h"

namespace attnlab {
namespace {

float width_of(std::string_view text) { return text_size(ImGui::GetFont(), text).x; }

/// The parts of the line from left to right, and where they begin.
struct Parts {
  std::string_view before, composed, after;
  float at = 0;  ///< where `before` begins
  float composed_at = 0, after_at = 0, caret_at = 0;
};

Parts parts_of(const CaretLine& line, std::string_view composed, std::size_t cursor, float caret_x) {
  const std::string_view text = line.text;
  Parts p{text.substr(0, line.from), composed, text.substr(line.to)};
  p.at = caret_x - width_of(text.substr(0, line.caret));
  p.composed_at = p.at + width_of(p.before);
  p.after_at = p.composed_at + width_of(composed);
  p.caret_at = p.composed_at + width_of(composed.substr(0, cursor));
  return p;
}

/// To the left, so that what is composed is seen, or at least its caret.
void move_into(Parts& p, const Box& inner) {
  const float room = inner.max.x - 2;
  float by = std::max(0.0f, p.after_at - room);
  by = std::clamp(by, std::max(0.0f, p.caret_at - room), std::max(0.0f, p.composed_at - inner.min.x));
  for (float* const x : {&p.at, &p.composed_at, &p.after_at, &p.caret_at}) *x -= by;
}

void draw_parts(const Parts& p, const Box& row) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const Canvas canvas(&list, nullptr);
  const Colour ink = theme().palette.text;
  const auto put = [&](float x, std::string_view text) {
    list.AddText({x, row.min.y}, ink, text.data(), text.data() + text.size());
  };
  const Box field{ImGui::GetWindowDrawList()->GetClipRectMin(), ImGui::GetWindowDrawList()->GetClipRectMax()};
  canvas.push_clip(field);
  canvas.push_clip(row);
  canvas.fill(row, ImGui::GetColorU32(ImGuiCol_FrameBg));
  put(p.at, p.before);
  put(p.composed_at, p.composed);
  put(p.after_at, p.after);
  const float thin = std::max(1.0f, em() / 14);
  canvas.fill({{p.composed_at, row.max.y - thin}, {p.after_at, row.max.y}}, ink);
  canvas.fill({{p.caret_at, row.min.y}, {p.caret_at + thin, row.max.y}}, ink);
  canvas.pop_clip();
  canvas.pop_clip();
}

}  // namespace

ComposedText& composed_text() { return remembered<ComposedText>(); }

CaretLine caret_line(const ImGuiInputTextCallbackData& data) {
  const std::string_view text(data.Buf, static_cast<std::size_t>(data.BufTextLen));
  const auto caret = static_cast<std::size_t>(data.CursorPos);
  const std::size_t before = caret == 0 ? std::string_view::npos : text.rfind('\n', caret - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', caret), text.size());
  const auto in_line = [&](int at) { return std::clamp(static_cast<std::size_t>(at), begin, end) - begin; };
  const auto [from, to] = std::minmax({in_line(data.SelectionStart), in_line(data.SelectionEnd)});
  CaretLine line{std::string(text.substr(begin, end - begin)), caret - begin, caret - begin, caret - begin};
  if (from < to) line.from = from, line.to = to;
  return line;
}

void draw_composed(const CaretLine& line, const Box& inner) {
  const ComposedText& now = composed_text();
  const std::optional<Box> caret = caret_box();
  if (now.text.empty() || !caret || !ImGui::IsItemActive()) return;
  const std::string composed = widgets().stand_ins.for_field(now.text);
  const std::string before_cursor = widgets().stand_ins.for_field(now.text.substr(0, now.cursor));
  ask_for_letters(ImGui::GetFont(), composed);
  Parts parts = parts_of(line, composed, before_cursor.size(), caret->min.x);
  const Box row{{inner.min.x, caret->min.y}, {inner.max.x, caret->max.y}};
  move_into(parts, inner);
  draw_parts(parts, row);
}

}  // namespace attnlab
