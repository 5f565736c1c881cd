// Hover in query–key maps: tokens under the pointer in any view, as rows and columns of this one.
#pragma once

#include "app/views/common/hover.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

/// Row and column of the tokens under the pointer anywhere; −1 for none.
Cell hovered_tokens(const Selection& head);

/// Whether the pointer is on this head in any view.
bool head_hovered(const Selection& head);

/// Lets a map's cells and the tokens on its axes be hovered, in all views.
void hover_map(const Selection& head, const HeatMapResult& map, const MatrixView& weights);

/// Marks what is hovered elsewhere: a cell, or a whole row or column.
void link_hovered(const Selection& head, HeatMapOptions& options);

}  // namespace attnlab
