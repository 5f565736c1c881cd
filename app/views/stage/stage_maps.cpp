// Stages that work cell by cell or row by row: scaled, masked, softmax.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/state/made_commands.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map_layout.h"
#include "app/widgets/heat_map/whole_cells.h"
#include "app/widgets/product/softmax_table.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Least width of a softmax table beside the maps, in em; a narrower table is below them.
constexpr float kLeastTable = 20;

/// Maps side by side, with `between[i]` between the i-th and the next one.
struct MapRow {
  std::vector<StageMatrix> maps;
  std::vector<Formula> between;
  float width = 0, height = 0;  ///< space to use
};

HeatMapOptions map_options(const StageFrame& frame, const StageMatrix& m, bool rows_hidden) {
  HeatMapOptions o;
  o.title = m.title;
  o.role = m.role;
  o.scale = m.scale;
  o.rows = frame.query_labels();
  o.cols = frame.key_labels();
  o.rows.hidden = rows_hidden;
  o.selected = selected_on_stage(frame);
  o.target = m.target;
  zoom_together(o, {"stage.left", "stage.right", "stage.result"});
  o.tensor = m.symbol;
  o.legend = m.role != Role::Masked;
  return o;
}

float operator_width(const MapRow& row) {
  float width = em() * 1.6f;
  for (const Formula& f : row.between) width = std::max(width, formula_size(f).x + em() * 1.6f);
  return width;
}

/// The cell size with which all maps and their signs fit; wider than high if there is room.
ImVec2 shared_cell(const StageFrame& frame, const MapRow& row) {
  const MatrixView& view = row.maps[0].slice.view;
  HeatMapOptions o = map_options(frame, row.maps[0], false);
  const auto count = float(row.maps.size());
  const float widest = view.rows > kMostNumberedRows ? 1.3f : 2.4f;
  const float largest = em() * 5 * room_growth(row.height, em());
  ImVec2 cell{em() * 2.4f, em() * 2.4f};
  for (int round = 0; round < 2; ++round) {
    o.cell_width = cell.x;
    o.cell_height = cell.y;
    const ImVec2 offset = heat_map_offset(view, o);
    const float across = row.width - offset.x - operator_width(row) * (count - 1);
    const float down = row.height - offset.y - em() * 1.9f;
    const auto longest = float(std::max(view.rows, view.cols));
    const float least = std::min(em() * 0.9f, em() * 14 / longest);
    const float width = across / (count * float(view.cols));
    cell.y = visible_cell(std::max(std::min({down / float(view.rows), width, largest}), least));
    cell.x = visible_cell(std::clamp(width, cell.y, std::max(cell.y, std::min(cell.y * widest, largest))));
  }
  return cell;
}

void draw_between(const Formula& formula, const Box& place) {
  const ImVec2 size = formula_size(formula);
  move_cursor({place.centre().x - size.x / 2, place.centre().y - size.y / 2});
  draw_formula("between", formula);
}

/// Explains the two values of a mask in words instead of a legend.
void explain_mask(const HeatMapResult& r) {
  const float y = r.cells.max.y + em() * 0.45f;
  const Box line{{r.cells.min.x, y}, {r.cells.min.x + em() * 14, y + std::ceil(em() * 1.2f)}};
  draw_text_in(window_canvas(), fonts().small, line, theme().palette.text_dim, tr("plain: 0   hatched: −∞"));
}

/// The width of a legend in `room` pixels: the usual one, or less.
float stage_legend_room(float room) { return std::clamp(room, 1.0f, em() * kLeastLegend); }

/// Draws the row at the cursor; the last map is the stage's own, the others are operands.
Box draw_map_row(StageFrame& frame, const MapRow& row) {
  const ImVec2 cell = shared_cell(frame, row);
  const float gap = operator_width(row);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = start.x, bottom = start.y;
  for (std::size_t i = 0; i < row.maps.size(); ++i) {
    const StageMatrix& m = row.maps[i];
    ImGui::PushID(static_cast<int>(i));
    HeatMapOptions o = map_options(frame, m, i > 0);
    o.cell_width = cell.x;
    o.cell_height = cell.y;
    const bool own = i + 1 == row.maps.size();
    const float cells = heat_map_offset(m.slice.view, o).x + cell.x * float(m.slice.view.cols);
    o.legend_room = stage_legend_room(own ? start.x + row.width - x : cells + gap - em() * 0.8f);
    link_hovered(frame.selection, o);
    move_cursor({x, start.y});
    const HeatMapResult r = heat_map("map", m.slice.view, o);
    hover_map(frame.selection, r, m.slice.view);
    if (m.role == Role::Masked) explain_mask(r);
    tie(frame, m, r);
    own ? choose_click(frame, m.slice, r) : follow_click(frame, m, r);
    choose_token(frame, TokenRole::Query, r.clicked_row_label);
    choose_token(frame, TokenRole::Key, r.clicked_col_label);
    if (!own)
      draw_between(row.between[i], {{r.cells.max.x, r.cells.min.y}, {r.cells.max.x + gap, r.cells.max.y}});
    ImGui::PopID();
    x = std::max(r.cells.max.x + gap, own ? r.bounds.max.x : 0.0f);
    bottom = std::max(bottom, r.bounds.max.y);
  }
  return {start, {x, bottom}};
}

}  // namespace

Box draw_softmax_row(const StageFrame& frame, const MatrixView& masked, const MatrixView& weights) {
  const int query = std::clamp(static_cast<int>(frame.selection.query), 0, masked.rows - 1);
  const int key = static_cast<int>(frame.selection.key);
  std::vector<float> scores, shares;
  for (int k = 0; k < masked.cols; ++k) {
    scores.push_back(masked.at(query, k));
    shares.push_back(weights.at(query, k));
  }
  const Box title = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, role_text(Role::Query),
               tr("The row of query “{1}”", display_token(frame.queries.name(query))));
  SoftmaxTableOptions o;
  o.name = [&](int k) { return frame.keys.name(k); };
  o.weights = shares;
  o.selected = key;
  o.target = "stage.softmax";
  const SoftmaxTableResult r = softmax_table("table", scores, o);
  choose_token(frame, TokenRole::Key, r.clicked);
  const float row = r.bounds.height() / float(masked.cols + 3);
  const float y = r.bounds.min.y + row * float(key + 1);
  return {{r.bounds.min.x, y}, {r.bounds.min.x + 1, y + row}};
}

void draw_scaled_stage(StageFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  StageMatrix scores{
      frame.matrix(Stage::Scores), symbol::kScores, tr("Scores S"), Role::None, {}, "stage.left"};
  StageMatrix scaled{
      frame.matrix(Stage::Scaled), symbol::kScaled, tr("Scaled scores"), Role::None, {}, "stage.result"};
  scores.scale = scaled.scale = shared_scale(scores.slice.view);
  const bool on = !has_edit(frame.model.state, scaling_edit(frame.selection));
  const Formula divided = math::row(
      {math::op("÷"), math::number(on ? divisor_text(frame.trace.config().head_size()) : "1"), math::rel()});
  draw_map_row(frame, {{scores, scaled}, {divided}, room.x, room.y});
}

namespace {

std::string masked_title(const StageFrame& frame, const TensorSlice& scores) {
  return tensor_title(frame.trace, scores.tensor->name);
}

}  // namespace

void draw_masked_stage(StageFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const TensorSlice biased = frame.matrix("biased");  // by distance, for positions of ALiBi
  StageMatrix scaled{biased.empty() ? frame.matrix(Stage::Scaled) : biased,
                     symbol::kScaled,
                     biased.empty() ? tr("Scaled scores") : tr("Biased scores"),
                     Role::None,
                     {},
                     "stage.left"};
  StageMatrix mask{frame.matrix("mask"), symbol::kMask, tr("Mask M"), Role::Masked, {}, "stage.right"};
  const TensorSlice scores = frame.matrix(Stage::Masked);
  StageMatrix masked{scores, symbol::kMasked, masked_title(frame, scores), Role::None, {}, "stage.result"};
  scaled.scale = masked.scale = shared_scale(scaled.slice.view);
  mask.scale = signed_scale();
  draw_map_row(frame, {{scaled, mask, masked}, {math::op("+"), math::rel()}, room.x, room.y});
}

void draw_softmax_stage(StageFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const TensorSlice scores = frame.matrix(Stage::Masked);
  StageMatrix masked{scores,     symbol::kMasked, masked_title(frame, scores),
                     Role::None, signed_scale(),  "stage.left"};
  StageMatrix weights{frame.matrix(Stage::Softmax),
                      symbol::kAttention,
                      tr("Attention weights A"),
                      Role::Output,
                      {},
                      "stage.result"};
  weights.scale = weight_scale(weights.slice.view);
  const std::vector<unsigned char> hidden = masked_cells(masked.slice.view);
  if (!hidden.empty()) weights.slice.view.mask = hidden.data();
  if (frame.model.screen.show_inspector) {  // the inspector has the row's table
    draw_map_row(frame, {{masked, weights}, {math::rel("→")}, room.x, room.y});
    return;
  }
  const float table = std::min(em() * 26, room.x * 0.40f);
  const bool beside = table >= em() * kLeastTable;
  const MapRow row{
      {masked, weights}, {math::rel("→")}, beside ? room.x - table - em() * 1.5f : room.x, room.y};
  const Box maps = draw_map_row(frame, row);
  if (!beside) {
    move_cursor({start.x, maps.max.y + em()});
    draw_softmax_row(frame, masked.slice.view, weights.slice.view);
    return;
  }
  const float left = std::min(maps.max.x + em() * 1.8f, start.x + room.x - table);
  move_cursor({left, start.y});
  ImGui::BeginChild("softmax", {start.x + room.x - left, room.y}, false, ImGuiWindowFlags_NoBackground);
  const Box line = draw_softmax_row(frame, masked.slice.view, weights.slice.view);
  keep_in_sight(line, selected_on_stage(frame));
  ImGui::EndChild();
}

}  // namespace attnlab
