// Figures: the filled figures that tasks of pictures draw.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/tasks/pictures/outline.h"
#include "core/tensor/real.h"

namespace attnlab {

/// Circle, ring, square, triangle, cross and star around the origin, each with its edge at about 1. Of the
/// square and the others with corners, one corner is above.
class Figures {
 public:
  Figures();

  static std::span<const std::string_view> names();
  /// Distance from `p` to the edge of figure `kind`, a place in names(); negative inside.
  double edge_distance(std::size_t kind, Point p) const;

 private:
  std::vector<std::vector<Point>> polygons_;  ///< corners of each figure; empty for round ones
};

/// How much of a pixel is inside a figure whose edge is `distance` pixels away, negative inside.
Real pixel_share(double distance);

}  // namespace attnlab
