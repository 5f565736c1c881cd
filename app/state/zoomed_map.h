// ZoomedMap: which part of a map is seen.
#pragma once

#include <algorithm>

namespace attnlab {

struct ZoomedMap {
  double zoom = 100;  ///< percent of the size that shows the whole map
  double x = 0.5,
         y = 0.5;  ///< the middle of the view, from the map's left and top edge (0) to right and bottom (1)

  void fit() { *this = {}; }
  /// Brings the middle of the view so far from the edges that nothing outside the map is visible.
  void keep_within() {
    const double margin = 50 / zoom;
    x = std::clamp(x, margin, 1 - margin);
    y = std::clamp(y, margin, 1 - margin);
  }
  friend bool operator==(const ZoomedMap&, const ZoomedMap&) = default;
};

}  // namespace attnlab
