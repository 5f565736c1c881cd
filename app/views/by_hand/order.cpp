// Another order of the rows: the output before, after, and their difference. Script names: hand.order is the
// button for another order; hand.straight, hand.ordered and hand.difference are the matrices.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/by_hand/frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/analysis/hand_experiments.h"
#include "core/analysis/shuffle_test.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

/// Both passes, computed again for other numbers and another order.
struct HandOrderOnScreen {
  HandAttention of;
  Index number = -1;
  std::uint64_t version = 0;
  HandOrder result;
};

const HandOrderOnScreen& order_on_screen(const HandFrame& frame) {
  HandOrderOnScreen& now = frame.model.remembered<HandOrderOnScreen>();
  if (now.number == frame.choice.order && now.of == frame.numbers) return now;
  now.result = hand_order(frame.numbers, shuffled_order(frame.numbers.key.rows, frame.choice.order));
  now.of = frame.numbers;
  now.number = frame.choice.order;
  ++now.version;
  return now;
}

std::string order_words(const HandFrame& frame, const HandOrder& order) {
  const std::string change = format_number(order.largest, 2);
  if (frame.numbers.key.rows < 2) return "There is one key alone: it has no other order.";
  if (!order.is_same())
    return "The mask is of places, not of tokens: what a query may see is not the same in another order, and "
           "its "
           "output changes by up to " +
           change + ".";
  const std::string rest = order.largest > 0 ? " What is left, " + change + ", is rounding." : "";
  if (!order.with_queries)
    return "The keys came with their values in another order, and every query's output stayed: attention "
           "sums over "
           "the keys." +
           rest;
  return "Each row of the output moved with its token: attention is permutation equivariant." + rest;
}

/// The names of the queries by place, in the first order or in the other.
std::vector<std::string> row_names(const HandFrame& frame, const HandOrder& order, bool ordered) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.numbers.query.rows); ++i) {
    const std::size_t from = ordered && order.with_queries ? static_cast<std::size_t>(order.order[i]) : i;
    const bool named = !frame.numbers.query_names.empty();
    names.push_back(named ? frame.numbers.query_names[from] : std::to_string(from));
  }
  return names;
}

/// One of the three maps.
struct OrderMap {
  const char* title;
  const char* target;
  std::span<const Real> cells;
  std::vector<std::string> rows;
};

HeatMapResult draw_order_map(const HandFrame& frame, const OrderMap& map, ValueRange range, ImVec2 cell,
                             std::uint64_t version) {
  HeatMapOptions o;
  o.title = map.title;
  o.role = Role::Output;
  o.scale = {Scale::Diverging, RangeMode::Fixed,
             range};  // one for all, so that the difference is seen beside them
  o.rows = {.names = map.rows, .title = "queries", .role = Role::Query};
  o.cols.title = "value features";
  o.cell_width = cell.x, o.cell_height = cell.y;
  o.target = map.target;
  o.tensor = "output";
  zoom_together(o, {"hand.straight", "hand.ordered", "hand.difference"});
  const auto columns = static_cast<int>(frame.numbers.value.columns),
             rows = static_cast<int>(frame.numbers.query.rows);
  return heat_map(map.target, matrix_view(map.cells.data(), rows, columns, version), o);
}

/// Lines from each row to its place in the other order.
void draw_row_joins(const HandOrder& order, const HeatMapResult& from, const HeatMapResult& to) {
  if (!order.with_queries) return;
  const Canvas canvas = window_canvas();
  for (std::size_t i = 0; i < order.order.size(); ++i) {
    const auto token = static_cast<int>(order.order[i]);
    const ImVec2 a{from.cells.max.x + em() * 0.2f, cell_box(from, {token, 0}).centre().y},
        b{to.bounds.min.x - em() * 0.1f, cell_box(to, {static_cast<int>(i), 0}).centre().y};
    canvas.line(a, b, series_colour(token), 1.8f * em() / kBaseEm);
  }
}

}  // namespace

void draw_hand_order(const HandFrame& frame) {
  if (!frame.model.figure &&
      text_button("hand.order", Icon::Reset, "another order", "The rows of Q, K and V in another order"))
    frame.choose("order", std::to_string(frame.choice.order + 1));
  const HandOrderOnScreen& now = order_on_screen(frame);
  const HandOrder& order = now.result;
  wrapped_text(fonts().ui, theme().palette.text, order_words(frame, order));
  ImGui::Dummy({0, em() * 0.3f});
  const std::span<const Real> straight = order.straight->find(hand_place(), hand_sites::kOutput)->value,
                              ordered = order.ordered->find(hand_place(), hand_sites::kOutput)->value;
  const OrderMap maps[] = {
      {"in this order", "hand.straight", straight, row_names(frame, order, false)},
      {"in the other order", "hand.ordered", ordered, row_names(frame, order, true)},
      {"difference, token by token", "hand.difference", order.difference, row_names(frame, order, false)}};
  const auto columns = static_cast<int>(frame.numbers.value.columns),
             rows = static_cast<int>(frame.numbers.query.rows);
  const ValueRange range = measure_range(matrix_view(straight.data(), rows, columns), 0, rows);
  ImGui::BeginChild("order", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float gap = em() * 6, names = em() * 6;
  const float width = (room.x - 2 * gap - 3 * names) / static_cast<float>(3 * columns);
  const float height = (room.y - em() * 7) / static_cast<float>(rows);
  const ImVec2 cell{std::floor(std::clamp(width, em() * 2.6f, em() * 5)),
                    std::floor(std::clamp(height, em() * 1.6f, em() * 4))};
  std::vector<HeatMapResult> drawn;
  for (std::size_t i = 0; i < std::size(maps); ++i) {
    if (i > 0) ImGui::SetCursorScreenPos({drawn[i - 1].cells.max.x + gap, start.y});
    drawn.push_back(draw_order_map(frame, maps[i], range, cell, now.version * std::size(maps) + i + 1));
  }
  draw_row_joins(order, drawn[0], drawn[1]);
  ImGui::EndChild();
}

}  // namespace attnlab
