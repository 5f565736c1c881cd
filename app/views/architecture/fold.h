// Folding a high map of one stack into columns, so that a deep model fills a wide view.
#pragma once

#include "app/views/common/model_map_layout.h"

namespace attnlab {

/// As many columns as let the map be largest in a view of this aspect, width to height; 1 where it is 0.
int best_columns(const ModelMap& map, float aspect);

/// The map cut above every so many layers, its parts side by side from left to right with an arrow from the
/// top of each to the bottom of the next. The same map for one column.
ModelMap folded(const ModelMap& map, int columns);

}  // namespace attnlab
