// The view Architecture: its row, and what is chosen in it.
#pragma once

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Architecture: which part of the map is seen.
struct MapChoice {
  bool options = true;  ///< the model's options beside the map
  double zoom = 100;    ///< in percent of the size in which the whole map is seen
  double x = 0.5;       ///< what is in the middle of the view, from the map's left edge (0) to its right (1)
  double y = 0.5;       ///< the same from top to bottom
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};
inline constexpr double kMostZoom = 3200;

extern const ViewKind kMapView;

}  // namespace attnlab
