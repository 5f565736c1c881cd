// Vector results: the vectors of one table as points of a plane, and the ways of the chosen ones.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/vectors/vector_plane.h"
#include "core/analysis/vectors/vector_set.h"

namespace attnlab {

/// Where a row was at a kept step.
struct PathPoint {
  Index step = 0;
  PlanePoint at;
};

struct VectorPath {
  Index row = 0;
  std::vector<PathPoint> points;  ///< by step
};

/// The principal components of the rows that the axes are of.
struct VectorAxes {
  VectorTable table;
  std::shared_ptr<const void> owner;  ///< of those rows: weights, or a pass
  Pca pca;
};

/// What one axis of the picture is.
struct ShownAxis {
  Index component = 0;                            ///< from 0
  double share = 0;                               ///< of the variance
  std::optional<VectorDirection> direction = {};  ///< instead of the component
  bool number = false;                            ///< the vectors' own, instead of the component
};

/// All of one moment; the step on screen may be newer.
struct VectorResults {
  std::vector<VectorTable> tables;  ///< of the model and its pass
  VectorSet set;
  std::string by;
  Index step = 0, axes_step = 0;  ///< of the vectors; of the vectors that the axes are of
  std::shared_ptr<const VectorAxes> axes;
  std::array<ShownAxis, 2> shown;          ///< across, upwards
  std::optional<double> direction_cosine;  ///< of the angle between two directions
  std::vector<Index> rows;                 ///< with a point; empty: all rows, in order
  std::vector<PlanePoint> points;
  PlanePoint low, high;           ///< what all points lie within, and those of the axes' step
  std::vector<double> cosines;    ///< by neighbours: of each point with the first
  std::vector<VectorPath> paths;  ///< of chosen rows
  Index path_steps = 0;           ///< how many kept steps the paths have, or will have
  std::string error;              ///< why there are no points

  Index row(std::size_t point) const { return rows.empty() ? static_cast<Index>(point) : rows[point]; }
};

}  // namespace attnlab
