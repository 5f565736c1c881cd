// The view Architecture: its row and its options.
#pragma once

#include "app/feature/feature.h"

namespace attnlab {

/// Architecture: which part of the map is visible.
struct MapChoice {
  bool options = true;  ///< the model's options beside the map
  double zoom = 100;    ///< percent of the size that shows the whole map
  double x = 0.5;       ///< the middle of the view, from the map's left edge (0) to its right (1)
  double y = 0.5;       ///< the middle of the view, from top (0) to bottom (1)
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};
inline constexpr double kMostZoom = 3200;

}  // namespace attnlab

namespace attnlab::architecture {
extern const Feature kFeature;
}
