// Hover in query–key maps: tokens under the pointer in any view, as rows and columns of this map.
#pragma once

#include "app/views/common/hover.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

/// Row and column of the tokens under the pointer in any view; −1 for none.
Cell hovered_tokens(const Selection& head);

/// Whether the pointer is on this head in any view.
bool head_hovered(const Selection& head);

/// Registers a map's cells and its axes' tokens for hover in all views.
void hover_map(const Selection& head, const HeatMapResult& map, const MatrixView& weights);

/// Marks the cell, row or column hovered in another view.
void link_hovered(const Selection& head, HeatMapOptions& options);

}  // namespace attnlab
