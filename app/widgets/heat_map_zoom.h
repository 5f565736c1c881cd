// Zoom and pan of heat maps: what is kept of it, the mouse and the keyboard, and the control that leads back
// to the whole.
#pragma once

#include <optional>
#include <string>

#include "app/state/matrix_look.h"
#include "app/widgets/heat_map.h"
#include "app/widgets/seen_cells.h"

namespace attnlab {

/// What is seen of a map whose cells fill `view` when all are seen.
SeenCells seen_cells(const MatrixView& matrix, const HeatMapOptions& options, const Box& view);

/// How far it is zoomed, and a button back to the whole, at the right end of a line; nothing where all is
/// seen. Returns where the line goes on to be free. Script name: TARGET.fit.
float draw_zoom_control(const MatrixView& matrix, const HeatMapOptions& options, const SeenCells& seen,
                        const Box& line);

/// Ctrl with the wheel zooms at the pointer; dragging with Ctrl, or with the middle button, moves; a
/// selection that moves out of sight is followed. `over`: the pointer is on the map.
void take_zoom(ImGuiID id, const MatrixView& matrix, const HeatMapOptions& options, const SeenCells& seen,
               bool over);

/// Whether the mouse moves what is seen of a map, and so chooses nothing.
bool is_moving_cells();

/// For the keyboard: the look that the map with the focus, else the one last pointed at, else the largest on
/// screen, would have after this; nothing where there is none. `by` in shares of what is seen.
std::optional<MatrixLook> zoomed_map(float factor);
std::optional<MatrixLook> moved_map(ImVec2 by);
std::optional<MatrixLook> whole_map();

}  // namespace attnlab
