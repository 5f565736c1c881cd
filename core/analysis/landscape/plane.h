// Plane: two directions in the space of a model's weights, through one point of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/models/model.h"
#include "core/training/run/timeline.h"

namespace attnlab {

/// A point of a plane, in lengths of its two directions.
struct WeightPoint {
  double a = 0, b = 0;
};

/// origin + a·x + b·y. P: the number of parameters.
struct WeightPlane {
  SnapshotPtr origin;        ///< the newest weights
  std::vector<double> x, y;  ///< [P]
  /// Each direction's part of the variance of the path that the plane was made for, 0 to 1: of y the part
  /// beyond x. Where the path does not move, 0.
  double share_x = 0, share_y = 0;

  /// The point of the plane nearest to `weights` [P].
  WeightPoint nearest(std::span<const Real> weights) const;
  /// The weights at a point; those of the origin, bit for bit, at (0, 0).
  void weights_at(WeightPoint point, std::span<Real> weights) const;
};

/// The first two principal components of the path, as unit vectors, through its last point (Li et al. 2018,
/// "Visualizing the Loss Landscape of Neural Nets"): the plane in which most of the way lies. The path begins
/// where a and b are not above 0. Throws std::invalid_argument for fewer than three states, and where all are
/// the same.
WeightPlane path_plane(const std::vector<SnapshotPtr>& path);

/// `direction` [P] scaled to the size of the weights, row by row (Li et al. 2018: a filter is the weights of
/// one unit): each row of a matrix gets the length of that row of `weights`. Numbers that stand in no matrix
/// – biases, gains – become 0, as in the paper.
void normalize_filters(const ParameterLayout& layout, std::span<const Real> weights,
                       std::span<double> direction);

/// Two directions with normally distributed numbers, normalised by filter, through the end of `path`. Equal
/// seeds give equal directions. Throws std::invalid_argument for an empty path.
WeightPlane random_plane(const ParameterLayout& layout, const std::vector<SnapshotPtr>& path,
                         std::uint64_t seed);

/// At most `most` of the stored states, the first and the last among them, at about equal distances in steps.
std::vector<SnapshotPtr> states_of_path(const Timeline& timeline, std::size_t most);

}  // namespace attnlab
