// Positions: how alike the vectors of the patches' positions are, as a grid of grids (Dosovitskiy et al.
// 2021, figure 7).
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/legend.h"
#include "core/analysis/pictures/patch_filters.h"

namespace attnlab {

namespace {

constexpr ColourScale kCosineScale{Scale::Diverging, RangeMode::Fixed, {-1, 1}};

/// The cosines as one matrix: the grid of patch (r,c) has its place in row r and column c.
struct GridOfGrids {
  std::shared_ptr<const PictureResults> of;
  std::uint64_t version = 0;
  std::vector<float> cells;
};

std::vector<float> cells_of_grids(const PatchGrid& g, const std::vector<Real>& cosine) {
  const Index rows = g.rows * g.rows, columns = g.columns * g.columns;
  std::vector<float> cells(static_cast<std::size_t>(rows * columns));
  for (Index a = 0; a < g.patches(); ++a)
    for (Index b = 0; b < g.patches(); ++b) {
      const Index row = a / g.columns * g.rows + b / g.columns,
                  column = a % g.columns * g.columns + b % g.columns;
      cells[static_cast<std::size_t>(row * columns + column)] =
          static_cast<float>(cosine[static_cast<std::size_t>(a * g.patches() + b)]);
    }
  return cells;
}

MatrixView grid_of_grids(const PicturesFrame& frame) {
  GridOfGrids& made = frame.model.remembered<GridOfGrids>();
  const std::shared_ptr<const PictureResults>& now = frame.model.analyses->of<PictureResults>();
  if (made.of != now) made = {now, made.version + 1, cells_of_grids(frame.grid, now->positions)};
  const PatchGrid& g = frame.grid;
  return matrix_view(made.cells.data(), static_cast<int>(g.rows * g.rows),
                     static_cast<int>(g.columns * g.columns), made.version);
}

void draw_similarity_tip(const PicturesFrame& frame, PatchGrid::Place patch, ImVec2 at, const Box& box) {
  const Box own = patch_box(box, frame.grid, patch);
  const auto cell = [](float offset, float length, Index count) {
    return std::clamp<Index>(static_cast<Index>(offset / length * static_cast<float>(count)), 0, count - 1);
  };
  const PatchGrid::Place other{cell(at.y - own.min.y, own.height(), frame.grid.rows),
                               cell(at.x - own.min.x, own.width(), frame.grid.columns)};
  const auto index = [&](PatchGrid::Place p) { return p.row * frame.grid.columns + p.column; };
  begin_tooltip();
  value_line("position of patch", position_name(frame.grid, frame.grid.position(patch)));
  value_line("and of patch", position_name(frame.grid, frame.grid.position(other)));
  value_line("cosine", format_number(static_cast<double>(frame.results->positions[static_cast<std::size_t>(
                                         index(patch) * frame.grid.patches() + index(other))]),
                                     widgets().digits));
  end_tooltip();
}

/// Gaps between the grids, and the labels of their rows and columns.
void draw_grid_frames(const PicturesFrame& frame, const Box& box) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float half = std::max(1.0f, std::round(em() * 0.14f));
  for (Index i = 0; i <= frame.grid.columns; ++i) {
    const float x = i < frame.grid.columns ? patch_box(box, frame.grid, {0, i}).min.x : box.max.x;
    canvas.fill({{x - half, box.min.y - half}, {x + half, box.max.y + half}}, p.panel);
  }
  for (Index i = 0; i <= frame.grid.rows; ++i) {
    const float y = i < frame.grid.rows ? patch_box(box, frame.grid, {i, 0}).min.y : box.max.y;
    canvas.fill({{box.min.x - half, y - half}, {box.max.x + half, y + half}}, p.panel);
  }
}

void draw_grid_labels(const PicturesFrame& frame, const Box& box) {
  const float line = std::ceil(em() * 1.3f);
  for (Index i = 0; i < frame.grid.columns; ++i) {
    const Box own = patch_box(box, frame.grid, {0, i});
    draw_text_in(window_canvas(), fonts().small, {{own.min.x, box.min.y - line}, {own.max.x, box.min.y}},
                 theme().palette.text_dim, std::to_string(i), Align::Centre, Cut::Meant);
  }
  for (Index i = 0; i < frame.grid.rows; ++i) {
    const Box own = patch_box(box, frame.grid, {i, 0});
    draw_text_in(window_canvas(), fonts().small,
                 {{box.min.x - em() * 2, own.min.y}, {box.min.x - em() * 0.4f, own.max.y}},
                 theme().palette.text_dim, std::to_string(i), Align::Right, Cut::Meant);
  }
}

Index marked_position(const PicturesFrame& frame) {
  const AskedBy by = followed_by(frame.model.state, frame.grid);
  return by.all ? -1 : by.query;
}

constexpr const char* kPositionsSentence =
    "Each little grid compares the position of one patch, in its place, with the positions of all patches: "
    "the "
    "cosine between their vectors. No picture is in it. Press a grid to see its numbers.";

/// The grid of the selected patch, with its numbers.
void draw_selected_grid(const PicturesFrame& frame, const MatrixView& all, float width) {
  const std::optional<PatchGrid::Place> patch = frame.grid.patch_at(marked_position(frame));
  if (!patch) return;
  MatrixView own = all;
  own.rows = static_cast<int>(frame.grid.rows);
  own.cols = static_cast<int>(frame.grid.columns);
  own.data += patch->row * frame.grid.rows * own.row_stride + patch->column * frame.grid.columns;
  own.version += 1000003ull * static_cast<std::uint64_t>(frame.grid.position(*patch) + 1);
  HeatMapOptions o;
  o.title = "Patch " + position_name(frame.grid, frame.grid.position(*patch));
  o.detail = "and all others";
  o.scale = kCosineScale;
  o.rows.title = "patch row";
  o.cols.title = "patch column";
  o.size = {width, em() * 18};
  o.tensor = "cosine";
  o.legend = false;
  heat_map("selected grid", own, o);
}

}  // namespace

void draw_patch_positions(const PicturesFrame& frame) {
  if (!patch_positions(frame.trace))
    return empty_note("This model adds no vectors of positions to its patches.",
                      "The view Positions says how it tells places apart.");
  const bool known = frame.results && frame.results->grid == frame.grid && !frame.results->positions.empty();
  if (!known) return empty_note("The positions are being compared …");
  ImGui::BeginChild("pictures positions", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float label = em() * 2.2f, top = std::ceil(em() * 1.8f), below = legend_height() + em(),
              gap = em() * 1.5f;
  const bool beside = room.x > em() * 40;
  const float wide = beside ? std::floor(room.x * 0.6f) : room.x;
  const float side = std::floor(std::max(std::min(wide - label - em(), room.y - top - below), em() * 14));
  const Box box = box_at({at.x + label, at.y + top}, {side, side});
  const MatrixView cells = grid_of_grids(frame);
  draw_cells(window_canvas(), ImGui::GetID("cosines"), cells, kCosineScale, box);
  draw_grid_frames(frame, box);
  draw_grid_labels(frame, box);
  const PickedPatch picked = pick_patch("pictures.similarity", box, frame.grid);
  draw_patch_frame(box, frame.grid, marked_position(frame), Role::Query);
  if (picked.hovered) draw_similarity_tip(frame, *picked.hovered, ImGui::GetIO().MousePos, box);
  if (picked.clicked) frame.follow(frame.grid.position(*picked.clicked));
  draw_legend(window_canvas(), box_at({box.min.x, box.max.y + em() * 0.5f}, {side, legend_height()}), {-1, 1},
              kCosineScale, NAN);
  move_cursor(at);
  ImGui::Dummy({side + label, side + top + below});
  if (beside) move_cursor({box.max.x + gap, at.y});
  ImGui::BeginGroup();
  const float width = (beside ? at.x + room.x - box.max.x - gap : room.x) - ImGui::GetStyle().ScrollbarSize;
  draw_picture_note(kPositionsSentence, width);
  ImGui::Dummy({0, em() * 0.4f});
  draw_selected_grid(frame, cells, width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
