// Filters: the rows of the patch embedding as little pictures, and what the selected one answers.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/legend.h"
#include "core/analysis/pictures/patch_filters.h"

namespace attnlab {

namespace {

constexpr const char* kChannelNames[] = {"red", "green", "blue"};

/// The numbers that heat maps borrow until the frame is drawn.
struct FilterNumbers {
  std::vector<float> answers;
};

/// All filters of the frame and how they are coloured.
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

/// One filter: a square a channel, side by side.
void draw_filter(const FilterScene& scene, Index filter, const Box& box) {
  move_cursor(box.min);
  const std::string name = "pictures.filter[0," + std::to_string(filter) + "]";
  if (ImGui::InvisibleButton(name.c_str(), box.size())) scene.frame.choose("filter", std::to_string(filter));
  const bool over = ImGui::IsItemHovered();
  tip("Filter " + std::to_string(filter) + ", of length " +
      format_number(scene.filters.length(filter), widgets().digits) + "  (← → ↑ ↓)");
  mark(name, box);
  const auto channels = static_cast<float>(scene.filters.channels);
  for (Index c = 0; c < scene.filters.channels; ++c) {
    const float width = box.width() / channels, x = box.min.x + width * static_cast<float>(c);
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
  const float gap = std::floor(em() * 0.35f), wide = static_cast<float>(scene.filters.channels);
  const float fit = std::min((room.width() + gap) / static_cast<float>(columns) - gap,
                             ((room.height() + gap) / static_cast<float>(rows) - gap) * wide);
  const float width = std::floor(std::clamp(fit, em() * 1.4f * wide, em() * 6 * wide)),
              height = std::floor(width / wide);
  for (Index f = 0; f < count; ++f)
    draw_filter(scene, f,
                box_at({room.min.x + static_cast<float>(f % columns) * (width + gap),
                        room.min.y + static_cast<float>(f / columns) * (height + gap)},
                       {width, height}));
  const float bottom = room.min.y + static_cast<float>(rows) * (height + gap);
  const auto most = static_cast<float>(scene.filters.largest());
  draw_legend(window_canvas(), box_at({room.min.x, bottom}, {room.width(), legend_height()}), {-most, most},
              scene.scale, NAN);
  move_cursor(room.min);
  ImGui::Dummy({room.width(), bottom + legend_height() - room.min.y + em() * 0.4f});
}

/// The weights of the selected filter, in numbers.
void draw_chosen_filter(const FilterScene& scene, float width, float most) {
  const Index channels = scene.filters.channels;
  const float gap = em() * 0.6f,
              each = std::floor(std::min((width + gap) / static_cast<float>(channels) - gap, most));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float bottom = at.y;
  for (Index c = 0; c < channels; ++c) {
    HeatMapOptions o;
    o.title = channels == 1 ? "Filter " + std::to_string(scene.chosen) : kChannelNames[c];
    o.detail = channels == 1 ? "weights of a patch's pixels" : "";
    o.scale = scene.scale;
    o.rows = {.hidden = true}, o.cols = {.hidden = true};
    o.size = {each, most + em() * 2};
    o.legend = false;
    o.tensor = "weight";
    if (c == 0) o.target = "pictures.weights";
    o.leads = false;
    move_cursor({at.x + static_cast<float>(c) * (each + gap), at.y});
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

/// What the filter answers to each patch of the picture: its feature of the projected patches.
void draw_answers(const FilterScene& scene, float width, float most) {
  std::vector<float>& cells = scene.frame.model.remembered<FilterNumbers>().answers;
  const std::vector<Real> answers = scene.filters.answers_of(scene.chosen);
  cells.assign(answers.begin(), answers.end());
  const PatchGrid& grid = scene.frame.grid;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = em(), side = std::floor(std::min((width - gap) / 2, most));
  HeatMapOptions o;
  o.title = "Its answers";
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  o.rows.title = "patch row";
  o.cols.title = "patch column";
  o.size = {side, side + em() * 5};
  o.target = "pictures.answers";
  o.tensor = "answer";
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
  std::string words =
      "Feature " + number + " of a patch is the dot product of its pixels with filter " + number;
  if (scene.filters.biases)
    words += ", plus " +
             format_number(
                 static_cast<double>(scene.filters.biases->value[static_cast<std::size_t>(scene.chosen)]),
                 widgets().digits);
  return words + ". Press a number to see where it comes from.";
}

}  // namespace

void draw_patch_filters(const PicturesFrame& frame) {
  std::optional<PatchFilters> filters = patch_filters(frame.trace);
  if (!filters) return empty_note("This model embeds its patches by no filters.");
  FilterScene scene{frame, *filters};
  const auto most = static_cast<float>(filters->largest());
  scene.scale = {Scale::Diverging, RangeMode::Fixed, {-most, most}};
  scene.chosen = clamp_index(frame.choice.filter, filters->filters());
  const Index side = frame.grid.side;
  draw_picture_note(
      "Each of the " + format_count(filters->filters()) + " features of a patch has a filter of " +
          std::to_string(side) + " × " + std::to_string(side) +
          (filters->channels > 1 ? " × " + std::to_string(filters->channels) : "") + " weights, one a pixel" +
          (filters->channels > 1 ? ": for red, for green and for blue." : "."),
      0);
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
  draw_answers(scene, width, tall);
  draw_picture_note(filter_words(scene), width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
