// Filters: the rows of the patch embedding as small pictures, and the output of the selected filter. Also how
// similar the vectors of the positions are.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/legend.h"
#include "core/analysis/pictures/patch_filters.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr ColourScale kCosineScale{Scale::Diverging, RangeMode::Fixed, {-1, 1}};

/// The cosines as one matrix: the grid of patch (r,c) is in row r and column c.
struct GridOfGrids {
  std::shared_ptr<const PictureResults> of;
  std::uint64_t version = 0;
  std::vector<float> cells;
};

std::vector<float> cells_of_grids(const PatchGrid& g, const std::vector<Real>& cosine) {
  const Index rows = g.rows * g.rows, columns = g.columns * g.columns;
  std::vector<float> cells(rows * columns);
  for (Index a = 0; a < g.patches(); ++a)
    for (Index b = 0; b < g.patches(); ++b) {
      const Index row = a / g.columns * g.rows + b / g.columns,
                  column = a % g.columns * g.columns + b % g.columns;
      cells[row * columns + column] = float(cosine[a * g.patches() + b]);
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
    return std::clamp<Index>(static_cast<Index>(offset / length * float(count)), 0, count - 1);
  };
  const PatchGrid::Place other{cell(at.y - own.min.y, own.height(), frame.grid.rows),
                               cell(at.x - own.min.x, own.width(), frame.grid.columns)};
  const auto index = [&](PatchGrid::Place p) { return p.row * frame.grid.columns + p.column; };
  begin_tooltip();
  value_line(tr("position of patch"), position_name(frame.grid, frame.grid.position(patch)));
  value_line(tr("compared with patch"), position_name(frame.grid, frame.grid.position(other)));
  value_line(
      tr("cosine"),
      format_number(double(frame.results->positions[index(patch) * frame.grid.patches() + index(other)]),
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

constexpr const char* kPositionsSentence = tr_mark(
    "Each small grid compares the position vector of one patch with the position vectors of all patches: "
    "the cosine between them. It does not depend on the picture. Click a grid to see its numbers.");

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
  o.title = tr("Patch {1}", position_name(frame.grid, frame.grid.position(*patch)));
  o.detail = tr("compared with all patches");
  o.scale = kCosineScale;
  o.rows.title = tr("patch row");
  o.cols.title = tr("patch column");
  o.size = {width, em() * 18};
  o.tensor = tr("cosine");
  o.legend = false;
  heat_map("selected grid", own, o);
}

}  // namespace

void draw_patch_positions(const PicturesFrame& frame) {
  if (!patch_positions(frame.trace))
    return empty_note(tr("This model does not add position vectors to its patches."),
                      tr("The view Positions shows how it encodes positions."));
  const bool known = frame.results && frame.results->grid == frame.grid && !frame.results->positions.empty();
  if (!known) return empty_note(tr("Comparing positions…"));
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
  draw_picture_note(tr(kPositionsSentence), width);
  ImGui::Dummy({0, em() * 0.4f});
  draw_selected_grid(frame, cells, width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

namespace {

constexpr const char* kChannelNames[] = {tr_mark("red"), tr_mark("green"), tr_mark("blue")};

/// The numbers that heat maps borrow until the frame is drawn.
struct FilterNumbers {
  std::vector<float> outputs;
};

/// All filters of the frame and their color scale.
struct FilterScene {
  const PicturesFrame& frame;
  PatchFilters filters;
  ColourScale scale{};
  Index chosen = 0;

  MatrixView plane(Index filter, Index channel) const {
    const auto side = static_cast<int>(frame.grid.side);
    const auto head = static_cast<std::uint64_t>(filter * filters.channels + channel + 1);
    return matrix_view(filters.plane(filter, channel).data(), side, side,
                       frame.model.trace_key().number() ^ (head * 0x9E3779B97F4A7C15ull));
  }
  ImGuiID id(const char* what, Index filter, Index channel) const {
    ImGui::PushID(static_cast<int>(filter * 4 + channel));
    const ImGuiID made = ImGui::GetID(what);
    ImGui::PopID();
    return made;
  }
};

/// One filter: a square for each channel, side by side.
void draw_filter(const FilterScene& scene, Index filter, const Box& box) {
  move_cursor(box.min);
  const std::string name = "pictures.filter[0," + std::to_string(filter) + "]";
  if (ImGui::InvisibleButton(name.c_str(), box.size())) scene.frame.choose("filter", std::to_string(filter));
  const bool over = ImGui::IsItemHovered();
  tip(tr("Filter {1}, norm {2}  (← → ↑ ↓)", std::to_string(filter),
         format_number(scene.filters.length(filter), widgets().digits)));
  mark(name, box);
  const auto channels = float(scene.filters.channels);
  for (Index c = 0; c < scene.filters.channels; ++c) {
    const float width = box.width() / channels, x = box.min.x + width * float(c);
    const Box part{{std::round(x), box.min.y},
                   {std::round(x + width) - (c + 1 < scene.filters.channels), box.max.y}};
    draw_cells(window_canvas(), scene.id("filter", filter, c), scene.plane(filter, c), scene.scale, part);
  }
  if (filter == scene.chosen) {
    draw_outline(window_canvas(), box, theme().palette.accent, std::max(1.5f, em() / 8));
  } else if (over) {
    window_canvas().frame(box, theme().palette.text_dim);
  }
}

void draw_all_filters(const FilterScene& scene, const Box& room) {
  const Index count = scene.filters.filters(), columns = filter_columns(count),
              rows = (count + columns - 1) / columns;
  const float gap = std::floor(em() * 0.35f), wide = float(scene.filters.channels);
  const float fit = std::min((room.width() + gap) / float(columns) - gap,
                             ((room.height() + gap) / float(rows) - gap) * wide);
  const float width = std::floor(std::clamp(fit, em() * 1.4f * wide, em() * 6 * wide)),
              height = std::floor(width / wide);
  for (Index f = 0; f < count; ++f)
    draw_filter(scene, f,
                box_at({room.min.x + float(f % columns) * (width + gap),
                        room.min.y + float(f / columns) * (height + gap)},
                       {width, height}));
  const float bottom = room.min.y + float(rows) * (height + gap);
  const auto most = float(scene.filters.largest());
  draw_legend(window_canvas(), box_at({room.min.x, bottom}, {room.width(), legend_height()}), {-most, most},
              scene.scale, NAN);
  move_cursor(room.min);
  ImGui::Dummy({room.width(), bottom + legend_height() - room.min.y + em() * 0.4f});
}

/// The weights of the selected filter, in numbers.
void draw_chosen_filter(const FilterScene& scene, float width, float most) {
  const Index channels = scene.filters.channels;
  const float gap = em() * 0.6f, each = std::floor(std::min((width + gap) / float(channels) - gap, most));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float bottom = at.y;
  for (Index c = 0; c < channels; ++c) {
    HeatMapOptions o;
    o.title = channels == 1 ? tr("Filter {1}", std::to_string(scene.chosen)) : tr(kChannelNames[c]);
    o.detail = channels == 1 ? tr("weights of the pixels") : "";
    o.scale = scene.scale;
    o.rows = {.hidden = true}, o.cols = {.hidden = true};
    o.size = {each, most + em() * 2};
    o.legend = false;
    o.tensor = tr("weight");
    if (c == 0) o.target = "pictures.weights";
    o.leads = false;
    move_cursor({at.x + float(c) * (each + gap), at.y});
    const HeatMapResult map =
        heat_map(("weights " + std::to_string(c)).c_str(), scene.plane(scene.chosen, c), o);
    bottom = std::max(bottom, map.bounds.max.y);
    if (!map.clicked) continue;
    const Index pixel =
        c * scene.filters.pixels() + map.clicked->row * scene.frame.grid.side + map.clicked->col;
    scene.frame.emit(
        {"inspect.here",
         {scene.filters.weights->name, std::to_string(scene.chosen) + "," + std::to_string(pixel)}});
  }
  move_cursor({at.x, bottom + em() * 0.4f});
}

/// The output of the filter for each patch of the picture: its feature of the projected patches.
void draw_outputs(const FilterScene& scene, float width, float most) {
  std::vector<float>& cells = scene.frame.model.remembered<FilterNumbers>().outputs;
  const std::vector<Real> outputs = scene.filters.answers_of(scene.chosen);
  cells.assign(outputs.begin(), outputs.end());
  const PatchGrid& grid = scene.frame.grid;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = em(), side = std::floor(std::min((width - gap) / 2, most));
  HeatMapOptions o;
  o.title = tr("Outputs of the filter");
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  o.rows.title = tr("patch row");
  o.cols.title = tr("patch column");
  o.size = {side, side + em() * 5};
  o.target = "pictures.answers";
  o.tensor = tr("output");
  o.leads = false;
  const HeatMapResult map = heat_map(
      "answers", matrix_view(cells.data(), static_cast<int>(grid.rows), static_cast<int>(grid.columns)), o);
  if (map.clicked)
    scene.frame.emit({"inspect.here",
                      {scene.filters.answers->name,
                       "0," + std::to_string(map.clicked->row * grid.columns + map.clicked->col) + "," +
                           std::to_string(scene.chosen)}});
  const Box face = box_at({map.cells.max.x + gap, map.cells.min.y}, {map.cells.width(), map.cells.height()});
  if (face.max.x <= at.x + width) {
    draw_face(scene.frame.face, face);
    draw_patch_lines(grid, face);
  }
  move_cursor({at.x, map.bounds.max.y + em() * 0.4f});
}

std::string filter_words(const FilterScene& scene) {
  const std::string number = std::to_string(scene.chosen);
  const std::string words =
      scene.filters.biases
          ? tr("Feature {1} of a patch is the dot product of its pixels with filter {1}, plus {2}.", number,
               format_number(double(scene.filters.biases->value[scene.chosen]), widgets().digits))
          : tr("Feature {1} of a patch is the dot product of its pixels with filter {1}.", number);
  return words + " " + tr("Click a number to see where it comes from.");
}

std::string filters_words(const PatchFilters& filters, Index side) {
  const std::string count = format_count(filters.filters()), pixels = std::to_string(side);
  return filters.channels > 1
             ? tr("Each of the {1} features of a patch has a filter of {2} × {2} × {3} weights, one for each "
                  "pixel and color: red, green and blue.",
                  count, pixels, std::to_string(filters.channels))
             : tr("Each of the {1} features of a patch has a filter of {2} × {2} weights, one for each "
                  "pixel.",
                  count, pixels);
}

}  // namespace

void draw_patch_filters(const PicturesFrame& frame) {
  std::optional<PatchFilters> filters = patch_filters(frame.trace);
  if (!filters) return empty_note(tr("This model does not embed its patches with filters."));
  FilterScene scene{frame, *filters};
  const auto most = float(filters->largest());
  scene.scale = {Scale::Diverging, RangeMode::Fixed, {-most, most}};
  scene.chosen = clamp_index(frame.choice.filter, filters->filters());
  draw_picture_note(filters_words(*filters, frame.grid.side), 0);
  ImGui::BeginChild("pictures filters", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const bool beside = room.x > em() * 44;
  const float gap = em() * 1.5f, bar = ImGui::GetStyle().ScrollbarSize;
  const float left = beside ? std::floor(room.x * 0.52f) : room.x - bar;
  const float high = std::max(beside ? room.y - em() * 2.4f : room.y * 0.6f, em() * 12);
  draw_all_filters(scene, box_at({at.x + 2, at.y + 2}, {left - 2, high}));
  if (beside) move_cursor({at.x + left + gap, at.y});
  ImGui::BeginGroup();
  const float width = beside ? room.x - left - gap - bar : left;
  const float tall = std::clamp(room.y * 0.5f - em() * 5.5f, em() * 8, em() * 15);
  draw_chosen_filter(scene, width, tall);
  draw_outputs(scene, width, tall);
  draw_picture_note(filter_words(scene), width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
