// Vector plane: vectors of many numbers as points of a plane.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/vectors/pca.h"

namespace attnlab {

struct PlanePoint {
  double x = 0, y = 0;
  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// A coordinate of a vector v: along·v − zero.
struct PlaneAxis {
  std::vector<double> along;  ///< [C]
  double zero = 0;

  double at(std::span<const Real> vector) const;
};

/// Along a component, counted from 0: 0 at the mean, in the unit of the vectors.
PlaneAxis component_axis(const Pca& pca, Index component);

/// From one row to another.
struct VectorDirection {
  Index from = 0, to = 0;
  friend bool operator==(const VectorDirection&, const VectorDirection&) = default;
};

/// By orthogonal projection onto the line through both: 0 at `from`, 1 at `to`. Throws std::invalid_argument
/// where the two vectors are the same.
PlaneAxis direction_axis(const VectorRows& rows, VectorDirection direction);

struct VectorPlane {
  PlaneAxis x, y;

  PlanePoint at(std::span<const Real> vector) const { return {x.at(vector), y.at(vector)}; }
  std::vector<PlanePoint> points(const VectorRows& rows) const;
};

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
