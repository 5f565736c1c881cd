// Orders: items that are moved by buttons, by arrows or by dragging. Script names: lesson.ID.item.N,
// lesson.ID.up.N, lesson.ID.down.N, N the item's number in the lesson, from 0.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/lesson/exercise_forms.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/visual_order.h"
#include "app/widgets/rich_text/rich_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// An item in its place.
struct OrderRow {
  std::size_t item = 0, place = 0, count = 0;
  Box box;
};

std::vector<std::size_t>& order_of(const ExerciseFrame& frame) {
  std::vector<std::size_t>& order = frame.draft.order;
  if (order.size() != frame.exercise.options.size())
    order = shuffled_options(frame.exercise, frame.view.shuffle);
  return order;
}

void draw_item(const OrderRow& row, const std::vector<std::string_view>& lines, bool held, bool hovered) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float rounding = ImGui::GetStyle().FrameRounding, line = std::ceil(font_size(fonts().ui) * 1.2f);
  canvas.fill(row.box, held ? p.accent_soft : hovered ? p.raised_hover : p.raised, rounding);
  if (held) canvas.frame(row.box, p.accent, rounding);
  draw_text_in(canvas, fonts().ui_bold,
               {row.box.min, {row.box.min.x + std::floor(em() * 1.6f), row.box.max.y}}, p.text_dim,
               std::to_string(row.place + 1), Align::Centre);
  float y = row.box.centre().y - line * float(lines.size()) / 2;
  for (const std::string_view words : lines) {
    draw_text(canvas, fonts().ui, {row.box.min.x + std::floor(em() * 1.7f), std::floor(y)}, p.text, words);
    y += line;
  }
}

/// Draws the item; returns by how many places it is moved in this frame.
int moved_item(const ExerciseFrame& frame, const OrderRow& row, const std::vector<std::string_view>& lines,
               float buttons) {
  int by = 0;
  const std::string name = frame.name("item", row.item);
  move_cursor(row.box.min);
  ImGui::InvisibleButton(name.c_str(), {row.box.width() - buttons, row.box.height()});
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const Box grip{row.box.min, {row.box.max.x - buttons, row.box.max.y}};
  mark(name, grip);
  const ImGuiDir arrow = focus_arrow();
  if (arrow == ImGuiDir_Up) by = -1;
  if (arrow == ImGuiDir_Down) by = 1;
  if (by != 0) give_focus(name);
  tip(tr("Drag it, or use the arrow keys"));
  draw_item(row, lines, held, hovered);
  const float y = ImGui::GetIO().MousePos.y;
  if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    if (y < row.box.min.y - em() * 0.2f) by = -1;
    if (y > row.box.max.y + em() * 0.2f) by = 1;
  }
  return by;
}

int pressed_buttons(const ExerciseFrame& frame, const OrderRow& row, float buttons) {
  const float side = std::floor(buttons / 2), top = std::floor(row.box.centre().y - side / 2);
  int by = 0;
  move_cursor({row.box.max.x - buttons, top});
  if (icon_button(frame.name("up", row.item).c_str(), Icon::ChevronUp, tr("Move up"),
                  {.enabled = row.place > 0, .plain = true, .size = side}))
    by = -1;
  move_cursor({row.box.max.x - side, top});
  if (icon_button(frame.name("down", row.item).c_str(), Icon::ChevronDown, tr("Move down"),
                  {.enabled = row.place + 1 < row.count, .plain = true, .size = side}))
    by = 1;
  return by;
}

bool draw_order(const ExerciseFrame& frame) {
  std::vector<std::size_t>& order = order_of(frame);
  const float width = ImGui::GetContentRegionAvail().x, buttons = 2 * std::floor(em() * 1.5f);
  const float line = std::ceil(font_size(fonts().ui) * 1.2f), gap = std::floor(em() * 0.25f);
  std::pair<std::size_t, int> move{0, 0};
  ImVec2 at = ImGui::GetCursorScreenPos();
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto lines = broken_lines(fonts().ui, frame.exercise.options[order[place]].text,
                                    std::max(width - buttons - em() * 1.9f, em() * 4));
    const float height = std::max(line * float(lines.size()) + em() * 0.5f, em() * 1.8f);
    const OrderRow row{order[place], place, order.size(), box_at(at, {width, std::ceil(height)})};
    if (const int by = moved_item(frame, row, lines, buttons); by != 0) move = {place, by};
    if (const int by = pressed_buttons(frame, row, buttons); by != 0) move = {place, by};
    at.y = row.box.max.y + gap;
  }
  move_cursor(at);
  ImGui::Dummy({0, 0});
  const auto to = static_cast<std::size_t>(static_cast<int>(move.first) + move.second);
  if (move.second != 0 && to < order.size()) std::swap(order[move.first], order[to]);
  return false;
}

std::optional<Answer> order_answer(const ExerciseFrame& frame) {
  Answer answer;
  for (const std::size_t item : order_of(frame)) answer.push_back(std::to_string(item));
  return answer;
}

void draw_given_order(const ExerciseFrame& frame) {
  draw_answer_line("answered", tr("Your order:"), {});
  std::vector<Prose> items;
  for (const std::string& part : frame.attempt.answer) {
    Prose item{.kind = Prose::Kind::Item, .marker = std::to_string(items.size() + 1) + "."};
    item.spans.push_back({.text = answer_text(frame.exercise, {part})});
    items.push_back(std::move(item));
  }
  rich_text("order", items);
}

}  // namespace

const ExerciseForm kOrderForm{.kind = "order",
                              .draw = draw_order,
                              .answer = order_answer,
                              .draw_answered = draw_given_order,
                              .give = tr_mark("Check"),
                              .answered = nullptr,
                              .truth = tr_mark("Correct order:"),
                              .wrong = tr_mark("Incorrect")};

}  // namespace attnlab
