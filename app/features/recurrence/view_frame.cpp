// What the parts of the Recurrence view share: words, the order of units, and maps of units and time.
#include "app/features/recurrence/view_frame.h"

#include <algorithm>
#include <cmath>

#include "app/state/made_commands.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula_text.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

/// The cells of the maps of a frame, unit by unit in their order.
struct RecurrenceMaps {
  std::vector<CachedMatrix<float>> maps;
};

std::uint64_t order_version(const RecurrenceFrame& frame, const std::vector<FollowingUnit>& order) {
  std::uint64_t version = joined(frame.model.trace_key().number(), frame.at.cell + 1);
  for (const FollowingUnit& each : order) version = joined(version, static_cast<std::uint64_t>(each.unit));
  return version;
}

/// The cells [T,C] as [C,T], units in their order.
std::vector<float> units_by_time(const RecurrenceFrame& frame, std::span<const float> cells,
                                 const std::vector<FollowingUnit>& order) {
  const auto steps = static_cast<std::size_t>(frame.cell().steps()),
             units = static_cast<std::size_t>(frame.cell().units());
  std::vector<float> turned;
  turned.reserve(cells.size());
  for (const FollowingUnit& each : order)
    for (std::size_t t = 0; t < steps; ++t)
      turned.push_back(cells[t * units + static_cast<std::size_t>(each.unit)]);
  return turned;
}

/// Sets the map's formula behind its title, and leaves the cursor where it is.
void draw_map_formula(const UnitMap& map, const HeatMapResult& drawn) {
  if (map.formula.empty()) return;
  const FormulaOptions small{.size = 0.66f};
  const Formula formula = formula_from_text(map.formula).formula;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const float title = text_size(fonts().ui_bold, map.title).x + em() * 0.6f, line = em() * 1.35f;
  move_cursor({drawn.bounds.min.x + title, drawn.bounds.min.y + (line - formula_size(formula, small).y) / 2});
  draw_formula(("formula of " + map.name).c_str(), formula, small);
  move_cursor(cursor);
}

void take_map_click(const RecurrenceFrame& frame, const UnitMap& map, const HeatMapResult& drawn,
                    const std::vector<FollowingUnit>& order) {
  const auto unit = [&](int row) { return order[static_cast<std::size_t>(row)].unit; };
  if (drawn.clicked) return frame.select(*map.leads_to, drawn.clicked->col, unit(drawn.clicked->row));
  if (drawn.clicked_row_label >= 0)
    return frame.select(*map.leads_to, frame.at.time, unit(drawn.clicked_row_label));
  if (drawn.clicked_col_label >= 0) frame.select(*map.leads_to, drawn.clicked_col_label, frame.at.unit);
}

}  // namespace

void RecurrenceFrame::select(const TraceTensor& tensor, Index time, Index unit) const {
  emit(show_command(unit_cell(tensor, time, unit)));
}

bool reads_source(const RecurrenceFrame& frame, const RecurrentCell& cell) {
  return &axis_pieces(frame.trace, *cell.hidden, 1) == &frame.trace.source_pieces;
}

std::string cell_words(const RecurrentCell& cell) { return cell.place.title(); }

std::vector<double> chosen_feature(const RecurrenceFrame& frame) {
  return text_feature(frame.choice.feature).values(frame.pieces, frame.at.time);
}

std::vector<FollowingUnit> unit_order(const RecurrenceFrame& frame, const TraceTensor& state) {
  std::vector<FollowingUnit> order =
      units_following(state.value, frame.cell().units(), chosen_feature(frame));
  if (!frame.choice.by_feature()) std::ranges::sort(order, {}, &FollowingUnit::unit);
  return order;
}

void draw_unit_order(const RecurrenceFrame& frame) {
  constexpr const char* kOrders[] = {"units by number", "units that follow a feature first"};
  int by = frame.choice.by_feature() ? 1 : 0;
  if (segmented("recurrence.order", kOrders, by)) frame.choose("order", by == 1 ? "feature" : "numbers");
  for (const TextFeature& feature : text_features()) {
    const bool chosen = feature.name == frame.choice.feature;
    if (!chosen && !varies(feature.values(frame.pieces, frame.at.time))) continue;
    const float width = text_size(fonts().ui_bold, feature.title).x + em() * 1.6f;
    ImGui::SameLine(0, em() * 0.4f);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    const std::string name = "recurrence.feature." + std::string(feature.name);
    if (text_button(name.c_str(), feature.title, feature.sentence.data(), {.toggled = chosen}))
      frame.choose("feature", std::string(feature.name));
  }
}

float unit_height(const RecurrenceFrame& frame, float height) {
  const auto units = static_cast<float>(frame.cell().units());
  return std::clamp(std::floor(height / units), 2.0f, std::ceil(em() * 0.95f));
}

HeatMapResult draw_unit_map(const RecurrenceFrame& frame, std::size_t slot, const UnitMap& map,
                            const std::vector<FollowingUnit>& order, const UnitMapSize& size) {
  auto& maps = frame.model.remembered<RecurrenceMaps>().maps;
  if (maps.size() < 16) maps.resize(16);  // so that no map moves while a frame is drawn
  const std::uint64_t version = joined(order_version(frame, order), std::hash<std::string>()(map.name));
  const std::vector<float>& cells =
      cached_cells(maps.at(slot), version, [&] { return units_by_time(frame, map.cells, order); });
  const MatrixView view = matrix_view(cells.data(), static_cast<int>(order.size()),
                                      static_cast<int>(frame.cell().steps()), version);
  std::vector<std::string> units;
  for (const FollowingUnit& each : order) units.push_back(std::to_string(each.unit));
  HeatMapOptions o;
  o.title = map.title;
  o.detail = map.detail;
  o.role = map.role;
  o.scale = map.scale;
  o.rows = {.names = units, .title = "units"};
  o.cols = {.names = frame.tokens, .title = "time"};
  o.target = map.name;
  o.tensor = map.title;
  const auto row = std::ranges::find(order, frame.at.unit, &FollowingUnit::unit);
  o.selected = {static_cast<int>(row - order.begin()), static_cast<int>(frame.at.time)};
  const bool source = reads_source(frame, frame.cell());
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0 && token.position < view.cols && token.source == source)
      o.highlight_col = token.position;
  o.cell_width = em();
  o.cell_height = size.unit_height;
  const float room = size.width - heat_map_offset(view, o).x - em() * 0.5f;
  o.cell_width = std::clamp(std::floor(room / static_cast<float>(view.cols)), 3.0f, em() * 2.4f);
  const HeatMapResult drawn = heat_map(map.name.c_str(), view, o);
  draw_map_formula(map, drawn);
  HoverGrid grid;
  grid.box = drawn.cells;
  grid.whole = drawn.grid;
  grid.columns = view.cols;
  grid.key_source = source;
  hover_grid(grid);
  take_map_click(frame, map, drawn, order);
  return drawn;
}

void draw_recurrence_words(const std::string& words, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, words, width);
}

}  // namespace attnlab
