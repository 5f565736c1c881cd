// The places of a heat map's parts: pure arithmetic.
#pragma once

namespace attnlab {

enum class LabelStyle {
  None,
  Level,      ///< side by side
  Staggered,  ///< on two lines, alternately
  Upwards     ///< turned by 90°
};

/// All lengths in pixels.
struct HeatMapSpace {
  float width = 0, height = 0;  ///< available
  int rows = 1, cols = 1;
  float em = 15;
  float row_label = 0, col_label = 0;  ///< widest label of each axis, 0 for none
  float label_line = 15;               ///< height of one line of labels
  bool title = false, legend = false;
  float legend_room = 0;  ///< least width of the legend's line; 0 means enough for any legend
  bool row_title = false, col_title = false;
  float cell_width = 0, cell_height = 0;  ///< fixed; 0 means as large as fits
  float largest_cell = 50;
  bool square = true;
  bool thin_level = false;  ///< column labels stay level and are thinned (indices), never turned
};

/// Width that is enough for any legend, in em.
inline constexpr float kLeastLegend = 14.5f;

struct HeatMapPlan {
  float cell_width = 0, cell_height = 0;
  float left = 0;    ///< width of the row labels, with their gap
  float title = 0;   ///< height of the title line
  float top = 0;     ///< height of the column labels and their title, with their gap
  float legend = 0;  ///< height of the legend line, with its gap
  float total_width = 0, total_height = 0;
  LabelStyle col_style = LabelStyle::None;
  int row_step = 1, col_step = 1;  ///< every n-th label is shown
};

/// Cells become as large as the space allows, though never smaller than 0.6 em in small matrices, which then
/// outgrow their space (the window around them scrolls); column labels are level if they fit, else staggered,
/// else upwards; where even that is too narrow, only every n-th label is shown.
HeatMapPlan plan_heat_map(const HeatMapSpace& space);

/// `plan` for the larger cells of a zoomed map: as many labels as have room now, in the space that the plan
/// gives them.
HeatMapPlan zoomed_labels(const HeatMapSpace& space, HeatMapPlan plan, float cell_width, float cell_height);

}  // namespace attnlab
