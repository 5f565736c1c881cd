// Zoom and pan of heat maps and plots: their looks, the mouse, the keyboard, and the control that shows the
// whole map again.
#pragma once

#include <optional>
#include <string>

#include "app/base/matrix_look.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/seen_cells.h"

namespace attnlab {

/// A zoomed widget: the map of a matrix, or a plot.
struct Zoomed {
  std::string name;        ///< for scripts; without a name it cannot zoom
  int rows = 0, cols = 0;  ///< of the matrix; 0 for a plot
  SeenCells seen;
};

/// The zoomed widget of a map; without zoom, its cells fill `view`.
Zoomed zoomed_map(const MatrixView& matrix, const HeatMapOptions& options, const Box& view);

/// Draws the zoom and a button to show the whole map, at the right end of a line; nothing without zoom.
/// Returns the right end of the line's free part. Script name: NAME.fit.
float draw_zoom_control(const Zoomed& zoomed, const Box& line);

/// For the last item: Ctrl with the wheel zooms at the pointer; dragging with Ctrl, or with the middle
/// button, moves. `over`: the pointer is on it.
void take_zoom(ImGuiID id, const Zoomed& zoomed, bool over);

/// Follows a selection that moves out of sight.
void follow_selection(ImGuiID id, const Zoomed& zoomed, Cell selected);

/// Whether the mouse zooms or pans now, and so selects nothing.
bool is_zooming();

/// For the keyboard: the next look of the map or plot with the focus, else of the one last pointed at, else
/// of the largest on screen; nothing where there is none. `by`: fractions of the visible part.
std::optional<MatrixLook> look_closer(float factor);
std::optional<MatrixLook> look_beside(ImVec2 by);
std::optional<MatrixLook> look_at_all();

}  // namespace attnlab
