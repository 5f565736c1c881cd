// States over time: units as rows of a heat map, sorted by the feature that they follow, and the selected
// unit as a curve. Also the gates of the cell.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/cell_formulas.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/plots/line_plot.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The parts of the memory, computed again for another pass or cell.
struct RememberedBands {
  TraceKey of;
  std::size_t cell = 0;
  bool made = false;
  std::vector<MemoryBand> bands;
};

const std::vector<MemoryBand>& bands_of(const RecurrenceFrame& frame) {
  RememberedBands& known = frame.model.remembered<RememberedBands>();
  const TraceKey now = frame.model.trace_key();
  if (!known.made || known.of != now || known.cell != frame.at.cell)
    known = {now, frame.at.cell, true, memory_bands(frame.cell())};
  return known.bands;
}

/// "f = σ(…)": the letter of a tensor before its title.
UnitMap map_of_tensor(const TraceTensor& tensor) {
  return {.name = "recurrence.gate." + std::string(tensor.site->name),
          .title = std::string(tr(tensor.site->title)),
          .cells = tensor.value,
          .leads_to = &tensor,
          .role = tensor.site->role,
          .scale = tensor_scale(tensor)};
}

/// The gates of the kind and its states, each once.
std::vector<UnitMap> gate_maps(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  std::vector<UnitMap> maps;
  for (const TraceTensor* gate : cell.gates)
    if (gate != cell.hidden) maps.push_back(map_of_tensor(*gate));
  return maps;
}

std::vector<UnitMap> memory_maps(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  const std::vector<MemoryBand>& bands = bands_of(frame);
  std::vector<UnitMap> maps;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const bool reads = static_cast<int>(i) == 2;
    if (reads) maps.push_back(map_of_tensor(cell.memory()));
    maps.push_back({.name = "recurrence.memory." + std::to_string(i),
                    .title = std::string(tr(bands[i].title)),
                    .cells = bands[i].cells,
                    .leads_to = reads ? cell.hidden : &cell.memory(),
                    .scale = {Scale::Diverging, RangeMode::Symmetric, {}},
                    .formula = bands[i].formula});
  }
  if (bands.size() < 3) maps.push_back(map_of_tensor(cell.memory()));
  return maps;
}

std::string words_of_gates(const RecurrenceFrame& frame) {
  if (!frame.kind().memory.has_gates())
    return tr(
        "This cell has no gates, so nothing is kept unchanged. The sum of each unit has one part from the "
        "previous state and one from the new token; the activation function of the sum is the new state.");
  return tr(
      "The new memory is the kept part plus the written part. Click a cell to see its number in the "
      "inspector.");
}

/// How the memory is made, and how it is read.
void draw_memory_formulas(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  const FormulaOptions small{.size = 0.72f};
  draw_formula("memory", cell_formula(frame.kind(), *cell.memory().site), small);
  if (!cell.cell) return;
  ImGui::SameLine(0, em() * 2);
  draw_formula("read", cell_formula(frame.kind(), *cell.hidden->site), small);
}

}  // namespace

void draw_recurrence_gates(const RecurrenceFrame& frame) {
  draw_recurrence_words(words_of_gates(frame));
  draw_memory_formulas(frame);
  ImGui::Dummy({0, em() * 0.2f});
  draw_unit_order(frame);
  ImGui::BeginChild("recurrence gates", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const std::vector<FollowingUnit> order = unit_order(frame, *frame.cell().hidden);
  const std::vector<UnitMap> gates = gate_maps(frame), memory = memory_maps(frame);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 1.5f;
  const bool beside = room > em() * 44 && !gates.empty();
  const UnitMapSize size{.width = beside ? (room - gap) / 2 : room,
                         .unit_height = unit_height(frame, em() * 7)};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  std::size_t slot = 0;
  ImGui::BeginGroup();
  for (const UnitMap& map : gates) draw_unit_map(frame, slot++, map, order, size);
  ImGui::EndGroup();
  if (beside) move_cursor({start.x + size.width + gap, start.y});
  ImGui::BeginGroup();
  for (const UnitMap& map : memory) draw_unit_map(frame, slot++, map, order, size);
  ImGui::EndGroup();
  ImGui::EndChild();
}

namespace {

const TraceTensor& shown_state(const RecurrenceFrame& frame) {
  const bool cell = frame.choice.state == "cell" && frame.cell().cell;
  return cell ? *frame.cell().cell : *frame.cell().hidden;
}

void draw_state_choice(const RecurrenceFrame& frame) {
  if (!frame.cell().cell) return;
  const char* const states[] = {tr("hidden state h"), tr("cell state c")};
  int at = frame.choice.state == "cell" ? 1 : 0;
  if (segmented("recurrence.state", states, at)) frame.choose("state", at == 1 ? "cell" : "hidden");
}

std::string r_text(double r) { return std::isnan(r) ? "–" : format_fixed(r, 2); }

/// Bars of correlation beside the rows of the map.
void draw_correlations(const HeatMapResult& map, const std::vector<FollowingUnit>& order) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float left = map.cells.max.x + em() * 0.8f, half = em() * 2.2f, middle = std::round(left + half);
  draw_text_in(
      canvas, fonts().small,
      {{left - em() * 0.4f, map.cells.min.y - em() * 1.3f}, {left + half * 2 + em(), map.cells.min.y}},
      p.text_dim, tr("correlation"));
  canvas.push_clip({{left, map.cells.min.y}, {left + 2 * half + em() * 4, map.cells.max.y}});
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(i), 0});
    const double r = order[i].correlation;
    if (std::isnan(r)) continue;
    const float length = half * float(r);
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
    return tr(
        "The feature “{1}” never changes in this text, so no unit can follow it. Choose another feature.",
        tr(feature.title));
  const auto own = std::ranges::find(order, frame.at.unit, &FollowingUnit::unit);
  const auto best = std::ranges::max_element(order, {}, [](const FollowingUnit& each) {
    return std::isnan(each.correlation) ? -1.0 : std::abs(each.correlation);
  });
  std::string words =
      tr("Pearson’s correlation r of each unit with “{1}” ({2}), over the {3} positions of this text.",
         tr(feature.title), tr(feature.sentence), std::to_string(frame.cell().steps())) +
      " " + tr("Unit {1}: r = {2}.", std::to_string(frame.at.unit), r_text(own->correlation));
  if (!std::isnan(best->correlation))
    words += " " + tr("Unit {1} follows it most closely: r = {2}.", std::to_string(best->unit),
                      r_text(best->correlation));
  return words + " " + tr("In a short text, a unit can seem to follow a feature by chance.");
}

/// Values scaled to 0–1, so that curves of different units can be compared.
std::vector<double> to_unit_range(std::vector<double> values) {
  const auto [least, most] = std::ranges::minmax(values);
  for (double& value : values) value = most > least ? (value - least) / (most - least) : 0.5;
  return values;
}

void draw_followed(const RecurrenceFrame& frame, const TraceTensor& state, float width) {
  const RecurrentCell& cell = frame.cell();
  std::vector<double> time, unit;
  for (Index t = 0; t < cell.steps(); ++t) {
    time.push_back(double(t));
    unit.push_back(cell.value(state, t, frame.at.unit));
  }
  const std::vector<double> own = to_unit_range(unit), feature = to_unit_range(chosen_feature(frame));
  const Series series[] = {
      {.name = tr("unit {1}", std::to_string(frame.at.unit)), .x = time, .y = own, .points = true},
      {.name = std::string(tr(text_feature(frame.choice.feature).title)),
       .x = time,
       .y = feature,
       .points = true}};
  const LinePlotResult plot = line_plot("followed", series,
                                        {.x_title = tr("position"),
                                         .y_title = tr("scaled from minimum to maximum"),
                                         .size = {width, em() * 11},
                                         .x_values = AxisValues::Whole,
                                         .marker = double(frame.at.time),
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
                    .title = std::string(tr(state.site->title)),
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
