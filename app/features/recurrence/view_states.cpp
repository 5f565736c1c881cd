// States over time: units as rows of a heat map, sorted by what they follow, and the selected one as a curve.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/common/tensor_text.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

namespace {

const TraceTensor& shown_state(const RecurrenceFrame& frame) {
  const bool cell = frame.choice.state == "cell" && frame.cell().cell;
  return cell ? *frame.cell().cell : *frame.cell().hidden;
}

void draw_state_choice(const RecurrenceFrame& frame) {
  if (!frame.cell().cell) return;
  constexpr const char* kStates[] = {"hidden state h", "cell state c"};
  int at = frame.choice.state == "cell" ? 1 : 0;
  if (segmented("recurrence.state", kStates, at)) frame.choose("state", at == 1 ? "cell" : "hidden");
}

std::string r_text(double r) { return std::isnan(r) ? "–" : format_fixed(r, 2); }

/// Bars of correlation beside the rows of the map.
void draw_correlations(const HeatMapResult& map, const std::vector<FollowingUnit>& order) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float left = map.cells.max.x + em() * 0.8f, half = em() * 2.2f, middle = std::round(left + half);
  const std::string title = "correlation";
  draw_text_in(
      canvas, fonts().small,
      {{left - em() * 0.4f, map.cells.min.y - em() * 1.3f}, {left + half * 2 + em(), map.cells.min.y}},
      p.text_dim, title);
  canvas.push_clip({{left, map.cells.min.y}, {left + 2 * half + em() * 4, map.cells.max.y}});
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(i), 0});
    const double r = order[i].correlation;
    if (std::isnan(r)) continue;
    const float length = half * static_cast<float>(r);
    const float inset = row.height() > 4 ? 1.0f : 0.0f;
    canvas.fill({{std::min(middle, middle + length), row.min.y + inset},
                 {std::max(middle, middle + length), row.max.y - inset}},
                r >= 0 ? series_colour(0) : series_colour(1));
    if (row.height() >= em() * 0.8f)
      draw_text_in(canvas, fonts().mono_small,
                   {{left + 2 * half + em() * 0.3f, row.min.y}, {left + 2 * half + em() * 3.6f, row.max.y}},
                   p.text, r_text(r), Align::Right);
  }
  canvas.fill({{middle, map.cells.min.y}, {middle + 1, map.cells.max.y}}, p.text_dim);
  canvas.pop_clip();
}

std::string following_words(const RecurrenceFrame& frame, const std::vector<FollowingUnit>& order) {
  const TextFeature& feature = text_feature(frame.choice.feature);
  if (!varies(chosen_feature(frame)))
    return "In this text the feature “" + std::string(feature.title) +
           "” never changes, so no unit can follow it: choose another.";
  const auto own = std::ranges::find(order, frame.at.unit, &FollowingUnit::unit);
  const auto best = std::ranges::max_element(order, {}, [](const FollowingUnit& each) {
    return std::isnan(each.correlation) ? -1.0 : std::abs(each.correlation);
  });
  std::string words = "Pearson’s correlation r of each unit with “" + std::string(feature.title) + "” (" +
                      std::string(feature.sentence) + "), over the " + std::to_string(frame.cell().steps()) +
                      " positions of this text. Unit " + std::to_string(frame.at.unit) +
                      ": r = " + r_text(own->correlation) + ".";
  if (!std::isnan(best->correlation))
    words += " Unit " + std::to_string(best->unit) +
             " follows it most closely: r = " + r_text(best->correlation) + ".";
  return words + " A short text can make a unit look as if it followed.";
}

/// Values from 0 to 1, so that two curves of different units lie over each other.
std::vector<double> to_unit_range(std::vector<double> values) {
  const auto [least, most] = std::ranges::minmax(values);
  for (double& value : values) value = most > least ? (value - least) / (most - least) : 0.5;
  return values;
}

void draw_followed(const RecurrenceFrame& frame, const TraceTensor& state, float width) {
  const RecurrentCell& cell = frame.cell();
  std::vector<double> time, unit;
  for (Index t = 0; t < cell.steps(); ++t) {
    time.push_back(static_cast<double>(t));
    unit.push_back(cell.value(state, t, frame.at.unit));
  }
  const std::vector<double> own = to_unit_range(unit), feature = to_unit_range(chosen_feature(frame));
  const Series series[] = {
      {.name = "unit " + std::to_string(frame.at.unit), .x = time, .y = own, .points = true},
      {.name = std::string(text_feature(frame.choice.feature).title),
       .x = time,
       .y = feature,
       .points = true}};
  const LinePlotResult plot = line_plot("followed", series,
                                        {.x_title = "position",
                                         .y_title = "each from its least to its most",
                                         .size = {width, em() * 11},
                                         .x_values = AxisValues::Whole,
                                         .marker = static_cast<double>(frame.at.time),
                                         .target = "recurrence.followed"});
  if (plot.picked_x)
    frame.select(state, std::clamp<Index>(std::llround(*plot.picked_x), 0, cell.steps() - 1), frame.at.unit);
}

}  // namespace

void draw_recurrence_states(const RecurrenceFrame& frame) {
  draw_state_choice(frame);
  draw_unit_order(frame);
  const TraceTensor& state = shown_state(frame);
  const std::vector<FollowingUnit> order = unit_order(frame, state);
  draw_recurrence_words(following_words(frame, order));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("recurrence states", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float bars = em() * 10, below = em() * 17;
  const UnitMap map{.name = "recurrence.states",
                    .title = std::string(state.site->title),
                    .detail = cell_words(frame.cell()),
                    .cells = state.value,
                    .leads_to = &state,
                    .role = state.site->role,
                    .scale = tensor_scale(state)};
  const HeatMapResult drawn = draw_unit_map(
      frame, 0, map, order,
      {.width = room.x - bars, .unit_height = unit_height(frame, std::max(room.y - below, em() * 12))});
  draw_correlations(drawn, order);
  ImGui::Dummy({0, em() * 0.4f});
  draw_followed(frame, state, std::min(room.x - ImGui::GetStyle().ScrollbarSize, em() * 70));
  ImGui::EndChild();
}

}  // namespace attnlab
