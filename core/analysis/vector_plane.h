// Vector plane: vectors of many numbers as points of a plane.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/pca.h"

namespace attnlab {

struct PlanePoint {
  double x = 0, y = 0;
  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// Two coordinates of a vector v: x·v − x0 and y·v − y0.
struct VectorPlane {
  std::vector<double> x, y;  ///< [C]
  double x0 = 0, y0 = 0;

  PlanePoint at(std::span<const Real> vector) const;
  std::vector<PlanePoint> points(const VectorRows& rows) const;
};

/// Coordinates along two components, counted from 0; the mean is at the origin, and the unit is that of the
/// vectors.
VectorPlane component_plane(const Pca& pca, Index across, Index up);

/// From one row to another.
struct VectorDirection {
  Index from = 0, to = 0;
  friend bool operator==(const VectorDirection&, const VectorDirection&) = default;
};

/// Coordinates along two directions, by orthogonal projection onto each: 0 at `from`, 1 at `to`. Throws
/// std::invalid_argument where the two vectors of a direction are the same.
VectorPlane direction_plane(const VectorRows& rows, VectorDirection across, VectorDirection up);

/// The cosine of the angle between two directions: 0 where neither says anything of the other.
double direction_cosine(const VectorRows& rows, VectorDirection a, VectorDirection b);

/// The rows nearest to one row, around it.
struct Neighbourhood {
  std::vector<Index> rows;         ///< the row itself, then the nearest, nearest first
  std::vector<PlanePoint> points;  ///< of `rows`: as far from (0, 0) as the angle to the row has degrees
  std::vector<double> cosines;     ///< with the row
};

/// A neighbour stands in the direction of the first two principal components of what the neighbours' unit
/// vectors have at right angles to the row. All rows where `count` is at least as many.
Neighbourhood neighbourhood(const VectorRows& rows, Index of, Index count);

}  // namespace attnlab
