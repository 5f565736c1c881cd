// The map of an alignment: weights and scores of every target word on every source word.
#include <algorithm>
#include <cmath>

#include "app/features/alignment/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_text.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

namespace {

/// Words along the axes: what is said at each position, and what the encoder read.
struct AlignmentAxes {
  std::vector<std::string> targets, sources;
  explicit AlignmentAxes(const AlignmentFrame& frame) {
    for (Index i = 0; i < frame.pass.positions(); ++i) targets.push_back(frame.target_word(i));
    for (Index j = 0; j < frame.pass.sources(); ++j) sources.push_back(frame.source_word(j));
  }
};

/// The tokens under the pointer in any view.
Cell hovered_pair() {
  Cell cell;
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0) (token.source ? cell.col : cell.row) = token.position;
  return cell;
}

void hover_alignment(const HeatMapResult& map, const MatrixView& matrix) {
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.rows = matrix.rows;
  grid.columns = matrix.cols;
  grid.query_source = false;
  grid.key_source = true;
  hover_grid(grid);
}

void draw_alignment_matrix(const AlignmentFrame& frame, const AlignmentAxes& axes, const TraceTensor& tensor,
                           const char* target, const ColourScale& scale, ImVec2 size) {
  const MatrixView view = matrix_slice(&tensor, 0, frame.model.trace_version).view;
  HeatMapOptions o;
  o.title = tensor.site->title;
  o.role = tensor.site->role;
  o.scale = scale;
  o.rows = {.names = axes.targets, .title = "target", .role = Role::Query};
  o.cols = {.names = axes.sources, .title = "source", .role = Role::Key};
  o.size = size;
  o.target = target;
  o.selected = {static_cast<int>(frame.at.target), static_cast<int>(frame.at.source)};
  const Cell over = hovered_pair();
  if (over.valid()) {
    o.linked = over;
  } else {
    o.highlight_row = over.row;
    o.highlight_col = over.col;
  }
  zoom_together(o, {"alignment.weights", "alignment.scores"});
  const HeatMapResult map = heat_map(target, view, o);
  hover_alignment(map, view);
  if (map.clicked) frame.emit(show_command({tensor.name, {0, map.clicked->row, map.clicked->col}}));
  if (map.clicked_row_label >= 0) frame.go(map.clicked_row_label, frame.at.source);
  if (map.clicked_col_label >= 0) frame.go(frame.at.target, map.clicked_col_label);
}

}  // namespace

void draw_alignment_map(const AlignmentFrame& frame) {
  if (!frame.looks_back())
    return empty_note("This decoder looks at no encoder state, so there is no map of weights.",
                      "Choose an alignment above, and train it.");
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "Each row is one word of the target: how its attention is shared out on the source. A row of "
               "weights adds up to 1; softmax makes it of the row of scores.");
  ImGui::Dummy({0, em() * 0.2f});
  const AlignmentAxes axes(frame);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const bool beside = room.x > room.y * 1.1f;
  const float gap = em() * 1.4f;
  const ImVec2 size = beside ? ImVec2{std::floor((room.x - gap) / 2), room.y}
                             : ImVec2{room.x, std::floor((room.y - gap) / 2)};
  draw_alignment_matrix(frame, axes, *frame.pass.weights, "alignment.weights",
                        weight_scale(matrix_slice(frame.pass.weights, 0, frame.model.trace_version).view),
                        size);
  move_cursor(beside ? ImVec2{start.x + size.x + gap, start.y} : ImVec2{start.x, start.y + size.y + gap});
  draw_alignment_matrix(frame, axes, *frame.pass.scores, "alignment.scores", signed_scale(), size);
}

}  // namespace attnlab
