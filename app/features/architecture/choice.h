// The view Architecture: its row and its options.
#pragma once

#include "app/feature/feature.h"
#include "app/state/zoomed_map.h"

namespace attnlab {

/// Architecture: which part of the map is visible.
struct MapChoice : ZoomedMap {
  static constexpr double kMostZoom = 3200;
  bool options = true;  ///< the model's options beside the map
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::architecture {
extern const Feature kFeature;
}
