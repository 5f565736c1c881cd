// Fits cells and labels into the space of a heat map.
#include "app/widgets/heat_map/heat_map_layout.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/heat_map/whole_cells.h"

namespace attnlab {
namespace {

/// Small matrices never shrink to specks: they outgrow their space, and the window scrolls.
float least_cell(int count, float em) { return std::min(12.0f * em / float(count), 0.6f * em); }

void fit_cells(const HeatMapSpace& space, HeatMapPlan& plan) {
  const float room_x = space.width - plan.left, room_y = space.height - plan.title - plan.top - plan.legend;
  float w = std::min(room_x / float(space.cols), space.largest_cell);
  float h = std::min(room_y / float(space.rows), space.largest_cell);
  if (space.square) w = h = std::min(w, h);
  w = std::max(w, least_cell(space.cols, space.em));
  h = std::max(h, least_cell(space.rows, space.em));
  if (space.square) w = h = std::max(w, h);
  plan.cell_width = space.cell_width > 0 ? space.cell_width : whole_cell(w);
  plan.cell_height = space.cell_height > 0 ? space.cell_height : whole_cell(h);
}

float label_height(const HeatMapSpace& space, LabelStyle style) {
  switch (style) {
    case LabelStyle::None: return 0;
    case LabelStyle::Level: return space.label_line;
    case LabelStyle::Staggered: return 2 * space.label_line;
    case LabelStyle::Upwards: return space.col_label;
  }
  return 0;
}

void use_style(const HeatMapSpace& space, LabelStyle style, HeatMapPlan& plan) {
  const float gap = space.em * 0.35f;
  plan.col_style = style;
  const float labels = label_height(space, style);
  plan.top = std::ceil(labels + (labels > 0 ? gap : 0) + (space.col_title ? space.label_line + gap / 2 : 0));
  fit_cells(space, plan);
}

void choose_style(const HeatMapSpace& space, HeatMapPlan& plan) {
  const float apart = space.em * 0.3f;
  if (space.col_label <= 0) return use_style(space, LabelStyle::None, plan);
  use_style(space, LabelStyle::Level, plan);
  if (space.thin_level || space.col_label + apart <= plan.cell_width) return;
  use_style(space, LabelStyle::Staggered, plan);
  if (space.col_label + apart <= 2 * plan.cell_width) return;
  use_style(space, LabelStyle::Upwards, plan);
}

int step_for(float needed, float cell) {
  return needed <= cell ? 1 : static_cast<int>(std::ceil(needed / std::max(cell, 1e-3f)));
}

/// The next round step: 1, 2, 5, 10, 20, 50, …
int round_step(int step) {
  for (int power = 1;; power *= 10) {
    for (int factor : {1, 2, 5}) {
      if (factor * power >= step) return factor * power;
    }
  }
}

void choose_steps(const HeatMapSpace& space, HeatMapPlan& plan) {
  const float across = plan.col_style == LabelStyle::Level && space.thin_level
                           ? space.col_label + space.em * 0.4f
                           : space.label_line * 0.9f;
  const bool crowded = plan.col_style == LabelStyle::Upwards || space.thin_level;
  plan.col_step = crowded ? round_step(step_for(across, plan.cell_width)) : 1;
  plan.row_step = round_step(step_for(space.label_line * 0.87f, plan.cell_height));
}

}  // namespace

HeatMapPlan zoomed_labels(const HeatMapSpace& space, HeatMapPlan plan, float cell_width, float cell_height) {
  const float room = label_height(space, plan.col_style), apart = space.em * 0.3f;
  const auto suits = [&](LabelStyle style, float cells) {
    return label_height(space, style) <= room && space.col_label + apart <= cells * cell_width;
  };
  plan.cell_width = cell_width;
  plan.cell_height = cell_height;
  if (plan.col_style == LabelStyle::Upwards && suits(LabelStyle::Staggered, 2))
    plan.col_style = LabelStyle::Staggered;
  if (plan.col_style != LabelStyle::None && suits(LabelStyle::Level, 1)) plan.col_style = LabelStyle::Level;
  choose_steps(space, plan);
  return plan;
}

HeatMapPlan plan_heat_map(const HeatMapSpace& space) {
  const float gap = space.em * 0.35f;
  HeatMapPlan plan;
  plan.left = std::ceil((space.row_label > 0 ? space.row_label + gap : 0) +
                        (space.row_title ? space.label_line + gap / 2 : 0));
  plan.title = space.title ? std::ceil(space.em * 1.75f) : 0;
  plan.legend = space.legend ? std::ceil(space.em * 1.75f) : 0;
  choose_style(space, plan);
  choose_steps(space, plan);
  const float cells_width = plan.cell_width * float(space.cols);
  plan.total_width = plan.left + cells_width;
  const float legend = space.legend_room > 0 ? space.legend_room : space.em * kLeastLegend;
  if (space.legend) plan.total_width = std::max(plan.total_width, legend);
  plan.total_height = plan.title + plan.top + plan.cell_height * float(space.rows) + plan.legend;
  return plan;
}

}  // namespace attnlab
