// Gallery page with zoomed maps and plots, and with the modes of legends.
#include <imgui.h>

#include <array>

#include "app/widgets/base/controls.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {
namespace {

HeatMapOptions map_options(const char* title, const char* detail, const char* target, ImVec2 size) {
  HeatMapOptions o;
  o.title = title;
  o.detail = detail;
  o.target = target;
  o.size = size;
  o.rows = {.title = "queries", .role = Role::Query};
  o.cols = {.title = "keys", .role = Role::Key};
  return o;
}

}  // namespace

MatrixLooks Gallery::first_looks() {
  MatrixLooks looks;
  looks.push_back({.map = "zoom.part", .across = {24, 0.5}, .down = {24, 0.5}});
  looks.push_back({.map = "zoom.tokens", .across = {1.7, 0.7}, .down = {1.7, 0.7}});
  looks.push_back({.map = "zoom.loss", .across = {5, 0.12}});
  return looks;
}

void Gallery::zoom_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = em() * 2.2f, third = (room.x - 2 * gap) / 3, upper = room.y * 0.55f;
  HeatMapOptions o = map_options("whole", "256 × 256", "zoom.whole", {third, upper});
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  heat_map("whole", data_.wide_scores.view(), o);
  ImGui::SameLine(0, gap);
  o = map_options("a part", "256 × 256", "zoom.part", {third, upper});
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  o.selected = {128, 127};
  o.highlight_row = 126;
  heat_map("part", data_.wide_scores.view(), o);
  ImGui::SameLine(0, gap);
  const Series loss[] = {{.name = "training loss", .x = data_.steps, .y = data_.loss}};
  line_plot("loss", loss,
            {.x_title = "step",
             .y_title = "loss",
             .size = {third, upper},
             .log_y = true,
             .smoothing = 0.8f,
             .target = "zoom.loss"});
  ImGui::Dummy({0, em() * 0.6f});
  legend_modes({room.x - em() * 25, ImGui::GetContentRegionAvail().y});
  ImGui::SameLine(0, gap);
  o = map_options("tokens", "7 × 7", "zoom.tokens", {});
  o.rows.names = o.cols.names = data_.tokens;
  o.rows.unknown = o.cols.unknown = data_.unknown;
  o.selected = selected_;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  if (const HeatMapResult r = heat_map("tokens", data_.weights.view(), o); r.clicked) selected_ = *r.clicked;
}

/// One matrix with each mode of range.
void Gallery::legend_modes(ImVec2 size) {
  constexpr std::array kModes{RangeMode::PerMatrix, RangeMode::PerRow, RangeMode::Symmetric,
                              RangeMode::Fixed};
  const float gap = em() * 0.7f, width = (size.x - 3 * gap) / 4;
  for (const RangeMode mode : kModes) {
    HeatMapOptions o = map_options(range_mode_name(mode), "", "", {width, size.y});
    o.rows.hidden = o.cols.hidden = true;
    o.role = Role::Query;
    o.scale = {Scale::Diverging, mode, {-4, 4}};
    o.selected = {2, 5};
    heat_map(o.title.c_str(), data_.query.view(), o);
    if (mode != kModes.back()) ImGui::SameLine(0, gap);
  }
}

}  // namespace attnlab
