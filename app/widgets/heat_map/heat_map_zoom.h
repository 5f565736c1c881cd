// Zoom and pan of heat maps and plots: what is kept of it, the mouse and the keyboard, and the control that
// leads back to the whole.
#pragma once

#include <optional>
#include <string>

#include "app/base/matrix_look.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/seen_cells.h"

namespace attnlab {

/// What is zoomed: the map of a matrix, or a plot.
struct Zoomed {
  std::string name;        ///< for scripts; with none it is not zoomed
  int rows = 0, cols = 0;  ///< of the matrix; 0 of a plot
  SeenCells seen;
};

/// A map whose cells fill `view` when all are seen.
Zoomed zoomed_map(const MatrixView& matrix, const HeatMapOptions& options, const Box& view);

/// How far it is zoomed, and a button back to the whole, at the right end of a line; nothing where all is
/// seen. Returns how far the line is free. Script name: NAME.fit.
float draw_zoom_control(const Zoomed& zoomed, const Box& line);

/// For the last item: Ctrl with the wheel zooms at the pointer; dragging with Ctrl, or with the middle
/// button, moves. `over`: the pointer is on it.
void take_zoom(ImGuiID id, const Zoomed& zoomed, bool over);

/// A selection that moves out of sight is followed.
void follow_selection(ImGuiID id, const Zoomed& zoomed, Cell selected);

/// Whether the mouse zooms or moves now, and so chooses nothing.
bool is_zooming();

/// For the keyboard: the look that the map or plot with the focus, else the one last pointed at, else the
/// largest on screen, would have after this; nothing where there is none. `by` in shares of what is seen.
std::optional<MatrixLook> look_closer(float factor);
std::optional<MatrixLook> look_beside(ImVec2 by);
std::optional<MatrixLook> look_at_all();

}  // namespace attnlab
