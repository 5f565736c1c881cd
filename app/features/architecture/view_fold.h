// Folding a high map of one stack into columns, so that a deep model fills a wide view.
#pragma once

#include "app/views/map/model_map_layout.h"

namespace attnlab {

/// The number of columns that makes the map largest in a view of this aspect, width to height; 1 for 0.
int best_columns(const ModelMap& map, float aspect);

/// The map cut between layers into columns from left to right, with an arrow from the top of each column to
/// the bottom of the next. One column gives `map`.
ModelMap folded(const ModelMap& map, int columns);

}  // namespace attnlab
