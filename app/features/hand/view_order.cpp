// Another order of the rows: the output before, after, and their difference. Script names: hand.order is the
// button for another order; hand.straight, hand.ordered and hand.difference are the matrices.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/base/format.h"
#include "app/features/hand/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/analysis/experiments/hand_experiments.h"
#include "core/analysis/experiments/shuffle_test.h"
#include "core/language/messages.h"
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
  if (frame.numbers.key.rows < 2) return tr("There is only one key, so there is no other order.");
  if (!order.is_same())
    return tr(
        "The mask belongs to positions, not to tokens: in another order, queries see other keys, and the "
        "output changes by up to {1}.",
        change);
  const std::string words =
      order.with_queries
          ? tr("Each row of the output moved with its token: attention is permutation-equivariant.")
          : tr("The keys and their values are in another order, but the output of every query is the same: "
               "attention sums over the keys.");
  return order.largest > 0 ? words + " " + tr("The remaining difference, {1}, is rounding error.", change)
                           : words;
}

/// The names of the queries by position, in the first order or in the other.
std::vector<std::string> row_names(const HandFrame& frame, const HandOrder& order, bool ordered) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(frame.numbers.query.rows); ++i) {
    const std::size_t from = ordered && order.with_queries ? static_cast<std::size_t>(order.order[i]) : i;
    const bool named = !frame.numbers.query_names.empty();
    names.push_back(named ? frame.numbers.query_names[from] : std::to_string(from));
  }
  return names;
}

constexpr std::size_t kOrderMaps = 3;

/// One of the maps.
struct OrderMap {
  const char* title;
  const char* target;
  std::span<const Real> cells;
  std::vector<std::string> rows;
};

HeatMapOptions order_options(const OrderMap& map, ValueRange range, ImVec2 cell) {
  HeatMapOptions o;
  o.title = map.title;
  o.role = Role::Output;
  o.scale = {Scale::Diverging, RangeMode::Fixed,
             range};  // one for all, so that the difference can be compared
  o.rows = {.names = map.rows, .title = tr("queries"), .role = Role::Query};
  o.cols.title = tr("value features");
  o.cell_width = cell.x, o.cell_height = cell.y;
  o.legend_room = 1;
  o.target = map.target;
  o.tensor = tr("output");
  zoom_together(o, {"hand.straight", "hand.ordered", "hand.difference"});
  return o;
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

/// The largest cell with which three maps like this fit, `gap` pixels apart.
ImVec2 order_cell(const MatrixView& view, const HeatMapOptions& o, float gap) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), offset = heat_map_offset(view, o);
  const float width = (room.x - em() * 2 - 2 * gap - 3 * offset.x) / (float(kOrderMaps) * float(view.cols));
  const float height = (room.y - offset.y - em() * 2) / float(view.rows);
  return {std::floor(std::clamp(width, em() * 2.6f, em() * 5)),
          std::floor(std::clamp(height, em() * 1.6f, em() * 4))};
}

void draw_order_maps(const HandFrame& frame, const HandOrder& order,
                     std::span<const OrderMap, kOrderMaps> maps, std::uint64_t version) {
  const auto columns = static_cast<int>(frame.numbers.value.columns),
             rows = static_cast<int>(frame.numbers.query.rows);
  const auto view = [&](std::size_t i) {
    return matrix_view(maps[i].cells.data(), rows, columns, version * kOrderMaps + i + 1);
  };
  const ValueRange range = measure_range(view(0), 0, rows);
  const float gap = std::clamp(ImGui::GetContentRegionAvail().x * 0.08f, em() * 3, em() * 6);
  const ImVec2 cell = order_cell(view(0), order_options(maps[0], range, {}), gap);
  std::vector<HeatMapResult> drawn;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float right = at.x;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const HeatMapOptions o = order_options(maps[i], range, cell);
    move_cursor(at);
    drawn.push_back(heat_map(maps[i].target, view(i), o));
    right = std::max(drawn.back().bounds.max.x, at.x + heat_map_title_width(o));
    at.x = std::max(drawn.back().cells.max.x + gap, right + em() * 0.8f);
  }
  draw_row_joins(order, drawn[0], drawn[1]);
  move_cursor({right, at.y});  // the window scrolls as far as the last title
  ImGui::Dummy({0, 0});
}

}  // namespace

void draw_hand_order(const HandFrame& frame) {
  if (!frame.model.figure && text_button("hand.order", Icon::Reset, tr("Change the order"),
                                         tr("Puts the rows of Q, K, and V in another order")))
    frame.choose("order", std::to_string(frame.choice.order + 1));
  const HandOrderOnScreen& now = order_on_screen(frame);
  const HandOrder& order = now.result;
  wrapped_text(fonts().ui, theme().palette.text, order_words(frame, order));
  ImGui::Dummy({0, em() * 0.3f});
  const std::span<const Real> straight = order.straight->find(hand_place(), hand_sites::kOutput)->value,
                              ordered = order.ordered->find(hand_place(), hand_sites::kOutput)->value;
  const OrderMap maps[] = {{tr("in this order"), "hand.straight", straight, row_names(frame, order, false)},
                           {tr("in the other order"), "hand.ordered", ordered, row_names(frame, order, true)},
                           {tr("difference, token by token"), "hand.difference", order.difference,
                            row_names(frame, order, false)}};
  ImGui::BeginChild("order", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_order_maps(frame, order, maps, now.version);
  ImGui::EndChild();
}

}  // namespace attnlab
