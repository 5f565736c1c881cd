// A matrix as coloured cells, with tokens on its axes, its numbers, a legend, hover and selection.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/matrix_view.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// Names along one axis. With no names, indices are shown.
struct AxisLabels {
  std::span<const std::string> names{};      ///< one per row or column; shown through display_token()
  std::span<const unsigned char> unknown{};  ///< optional: nonzero marks an unknown token
  std::string title{};                       ///< what the axis counts, e.g. "queries" or "d"
  std::string detail{};                      ///< after the title where there is room
  bool hidden = false;                       ///< no labels at all
  Role role = Role::None;                    ///< colours the title
};

enum class MapAxis { Rows, Columns };

/// An axis of another map that zooms and moves together with an axis of this one.
struct SharedAxis {
  std::string map;  ///< its script name
  MapAxis axis = MapAxis::Rows;
};

struct HeatMapOptions {
  std::string title{};   ///< shown above, in the role's colour
  std::string detail{};  ///< dim text after the title, e.g. the shape "5 × 8"
  Role role = Role::None;
  ColourScale scale{};
  AxisLabels rows{}, cols{};
  bool cols_title_beside = false;         ///< the columns' title follows the map's, on its line
  ImVec2 size{0, 0};                      ///< space to fit into; 0: the rest of the window
  float cell_width = 0, cell_height = 0;  ///< fixed cell size in pixels; 0 means as large as fits
  float largest_cell = 3.6f;              ///< upper bound of fitted cells, in em()
  bool square = true;                     ///< fitted cells are square
  bool legend = true;
  float legend_room =
      0;                ///< pixels for the legend of narrow cells, or what it needs; 0: enough for any legend
  bool numbers = true;  ///< print numbers in cells that are large enough (34 px at 100 %)
  bool tooltip = true;  ///< the exact value under the pointer
  bool interactive = true;
  Cell selected{};                              ///< outlined strongly
  Cell linked{};                                ///< hovered elsewhere: outlined softly
  int highlight_row = -1, highlight_col = -1;   ///< outlined as a whole
  bool dim_others = false;                      ///< fades all but the highlighted row and column
  Cell edited{};                                ///< marked with a dot: an intervention changed it
  std::string target{};                         ///< name for scripts; cells are NAME[row,col]
  std::string tensor{};                         ///< name in the tooltip, e.g. "weights"; the title if empty
  bool zooms_across = true, zooms_down = true;  ///< false for an axis aligned with another widget
  std::vector<SharedAxis> rows_with{}, cols_with{};  ///< zoomed together, if they have the same length
  bool leads = true;  ///< can be zoomed itself; else it only follows its shared axes
};

struct HeatMapResult {
  Box bounds;  ///< everything, with title, labels and legend
  Box cells;   ///< the visible part of the cells
  Box grid;    ///< all cells: larger than `cells` in a zoomed map
  float cell_width = 0, cell_height = 0;
  ImVec2 whole_cell{0, 0};      ///< size of a cell without zoom, for aligning other maps
  std::optional<Cell> hovered;  ///< under the pointer
  std::optional<Cell> clicked;  ///< pressed in this frame
  std::optional<Cell> opened;   ///< double-clicked in this frame
  int hovered_row_label = -1, hovered_col_label = -1;
  int clicked_row_label = -1, clicked_col_label = -1;
};

/// Draws a heat map at the cursor and advances it. `id` must be unique in the window. Works for 1 to 4096
/// cells a side; an empty matrix draws nothing. Masked cells are hatched. A map with a script name can be
/// zoomed and panned: see heat_map_zoom.h.
HeatMapResult heat_map(const char* id, const MatrixView& matrix, const HeatMapOptions& options = {});

/// Offset of the cells' top left corner from the cursor, for aligning heat maps with each other.
ImVec2 heat_map_offset(const MatrixView& matrix, const HeatMapOptions& options);

/// The width of the line above the cells: the title with its detail.
float heat_map_title_width(const HeatMapOptions& options);

/// The box of one cell of a drawn heat map; in a zoomed map it may be out of sight.
Box cell_box(const HeatMapResult& map, Cell cell);

/// The visible part of a cell's box; empty for none.
Box seen_cell_box(const HeatMapResult& map, Cell cell);

/// Zooms maps of equally large matrices together, by their script names.
void zoom_together(HeatMapOptions& options, std::initializer_list<std::string_view> maps);

}  // namespace attnlab
