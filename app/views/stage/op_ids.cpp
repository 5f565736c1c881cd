// Token IDs on the stage: each picks its row of the embedding table.
#include <algorithm>
#include <cmath>

#include "app/views/stage/op_stage.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/operation_parts.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The most rows of a drawn table; of a larger table, only the picked rows are drawn.
constexpr Index kMostTableRows = 4096;

struct Picked {
  std::vector<std::string> names;  ///< "cat · 17"
  std::vector<Index> ids;
};

Picked picked_by(const StageFrame& frame, const TraceTensor& embedding) {
  constexpr std::size_t kTokens = 1;
  const bool source = embedding.place.text() == Text::Source;
  const auto& pieces = axis_pieces(frame.trace, embedding, kTokens);
  const std::vector<TokenId>& ids = source ? frame.trace.batch().source : frame.trace.batch().input;
  const auto first = static_cast<std::size_t>(first_piece(frame.trace, embedding));
  Picked picked;
  for (Index t = 0; t < embedding.shape.last(1) && t < count_of(ids); ++t) {
    const auto at = static_cast<std::size_t>(t);
    const std::string token = first + at < pieces.size() ? display_token(pieces[first + at].text) : "";
    picked.ids.push_back(ids[at]);
    picked.names.push_back(token + " · " + std::to_string(ids[at]));
  }
  return picked;
}

/// Draws a line from a row of the table to the row of the token.
void draw_pick(const HeatMapResult& table, const HeatMapResult& rows, Index id, Index t, bool chosen) {
  const Canvas canvas = window_canvas();
  const Box from = seen_cell_box(table, {static_cast<int>(id), 0}),
            to = seen_cell_box(rows, {static_cast<int>(t), 0});
  if (from.height() <= 0 || to.height() <= 0) return;
  const ImVec2 a{table.cells.max.x + 2, from.centre().y}, b{rows.bounds.min.x - em() * 0.2f, to.centre().y};
  const float middle = (a.x + b.x) / 2;
  const Palette& p = theme().palette;
  canvas.line_to(a);
  canvas.cubic_to({middle, a.y}, {middle, b.y}, b);
  canvas.stroke(chosen ? p.accent : blend(p.panel, p.text_dim, 0.6f),
                chosen ? std::max(2.0f, em() / 7) : 1.0f);
}

HeatMapOptions table_options(const StageMatrix& m, float width, float height) {
  HeatMapOptions o;
  o.title = m.title;
  o.detail = size_text(m.slice);
  o.scale = m.scale;
  o.rows.title = tr("vocabulary");
  o.cols.title = tr("features");
  o.target = "stage.table";
  o.tensor = m.slice.tensor->name;
  const ImVec2 offset = heat_map_offset(m.slice.view, o);
  o.cell_width = std::max((width - offset.x) / float(m.slice.view.cols), 0.2f);
  o.cell_height = std::max((height - offset.y - em() * 2) / float(m.slice.view.rows), 0.2f);
  return o;
}

}  // namespace

void draw_ids_stage(StageFrame& frame, const TraceTensor& embedding) {
  const OperationParts parts = operation_parts(frame.trace, embedding);
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Picked picked = picked_by(frame, embedding);
  StageMatrix rows = tensor_matrix(frame, embedding.name);
  const bool with_table = parts.input(0) && parts.input(0)->shape.last(1) <= kMostTableRows;
  HeatMapResult table;
  float left = 0;
  if (with_table) {
    const StageMatrix whole = tensor_matrix(frame, parts.input(0)->name);
    const HeatMapOptions o = table_options(whole, room.x * 0.38f, room.y);
    table = heat_map("table", whole.slice.view, o);
    follow_click(frame, whole, table);
    left = std::floor(room.x * 0.38f + em() * 4);
  }
  HeatMapOptions o;
  o.title = rows.title;
  o.detail = size_text(rows.slice);
  o.role = rows.role;
  o.scale = rows.scale;
  o.rows.names = picked.names;
  o.cols.title = tr("features");
  o.target = "stage.result";
  o.tensor = embedding.name;
  o.selected = selected_in(frame, rows.slice);
  const ImVec2 offset = heat_map_offset(rows.slice.view, o);
  o.cell_width = std::max((room.x - left - offset.x) / float(rows.slice.view.cols), 0.2f);
  o.cell_height =
      std::clamp((room.y - offset.y - em() * 2) / float(rows.slice.view.rows), em() * 0.5f, em() * 2.2f);
  move_cursor({start.x + left, start.y});
  const HeatMapResult r = heat_map("rows", rows.slice.view, o);
  choose_click(frame, rows.slice, r);
  choose_token(frame, TokenRole::Query, r.clicked_row_label);
  for (std::size_t t = 0; with_table && t < picked.ids.size(); ++t)
    draw_pick(table, r, picked.ids[t], static_cast<Index>(t), static_cast<int>(t) == o.selected.row);
}

}  // namespace attnlab
