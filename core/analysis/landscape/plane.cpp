// Plane: principal components by the products of states with each other, and random directions.
#include "core/analysis/landscape/plane.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/tensor/random.h"

namespace attnlab {

namespace {

using PathProducts = Eigen::MatrixXd;
using Direction = std::vector<double>;

double dot_of(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Each state minus the mean of all, [N,P].
std::vector<Direction> centred(const std::vector<SnapshotPtr>& path) {
  const std::size_t size = path.front()->weights.size();
  Direction mean(size, 0);
  for (const SnapshotPtr& state : path)
    for (std::size_t i = 0; i < size; ++i) mean[i] += double(state->weights[i]);
  for (double& m : mean) m /= double(path.size());
  std::vector<Direction> rows;
  for (const SnapshotPtr& state : path) {
    Direction& row = rows.emplace_back(size);
    for (std::size_t i = 0; i < size; ++i) row[i] = double(state->weights[i]) - mean[i];
  }
  return rows;
}

/// The products of each two rows; their eigenvectors combine the rows to the principal components.
PathProducts products_of(const std::vector<Direction>& rows) {
  const auto n = static_cast<Eigen::Index>(rows.size());
  PathProducts products(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) products(i, j) = products(j, i) = dot_of(rows[i], rows[j]);
  return products;
}

/// The unit vector that this combination of rows points along; the first row has no part above 0 of it.
Direction component_of(const std::vector<Direction>& rows, const Eigen::VectorXd& combination) {
  Direction sum(rows.front().size(), 0);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += combination[static_cast<Eigen::Index>(r)] * rows[r][i];
  const double length = std::sqrt(dot_of(sum, sum));
  if (length == 0) return sum;
  Direction to_start(rows.front());
  for (std::size_t i = 0; i < sum.size(); ++i) to_start[i] -= rows.back()[i];
  const double sign = dot_of(sum, to_start) > 0 ? -1 : 1;
  for (double& s : sum) s *= sign / length;
  return sum;
}

/// Σ over the states of the square of their part along `unit`.
double squares_along(const std::vector<Direction>& rows, const Direction& unit) {
  double sum = 0;
  for (const Direction& row : rows) {
    const double part = dot_of(row, unit);
    sum += part * part;
  }
  return sum;
}

/// `v` without its part along `unit`, as a unit vector; zero where nothing is left.
Direction beyond(Direction v, const Direction& unit) {
  const double part = dot_of(v, unit);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] -= part * unit[i];
  const double length = std::sqrt(dot_of(v, v));
  for (double& each : v) each = length > 0 ? each / length : 0;
  return v;
}

Direction unit_of(Direction v) {
  const double length = std::sqrt(dot_of(v, v));
  for (double& each : v) each = length > 0 ? each / length : 0;
  return v;
}

void measure_shares(const std::vector<SnapshotPtr>& path, WeightPlane& plane) {
  const std::vector<Direction> rows = centred(path);
  double all = 0;
  for (const Direction& row : rows) all += dot_of(row, row);
  if (all == 0) return;
  const Direction x = unit_of(plane.x);
  plane.share_x = squares_along(rows, x) / all;
  plane.share_y = squares_along(rows, beyond(plane.y, x)) / all;
}

Direction random_direction(std::size_t size, RandomStream& random) {
  Direction direction(size);
  for (double& each : direction) each = random.normal();
  return direction;
}

}  // namespace

WeightPoint WeightPlane::nearest(std::span<const Real> weights) const {
  Direction way(weights.size());
  for (std::size_t i = 0; i < way.size(); ++i) way[i] = double(weights[i]) - double(origin->weights[i]);
  const double xx = dot_of(x, x), yy = dot_of(y, y), xy = dot_of(x, y);
  const double wx = dot_of(way, x), wy = dot_of(way, y), determinant = xx * yy - xy * xy;
  if (determinant > 0) return {(wx * yy - wy * xy) / determinant, (wy * xx - wx * xy) / determinant};
  return {xx > 0 ? wx / xx : 0, 0};
}

void WeightPlane::weights_at(WeightPoint point, std::span<Real> weights) const {
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = Real(double(origin->weights[i]) + point.a * x[i] + point.b * y[i]);
}

WeightPlane path_plane(const std::vector<SnapshotPtr>& path) {
  if (path.size() < 3)
    throw std::invalid_argument(
        tr_plural("the plane of a path needs at least three stored states, but there is {1}",
                  "the plane of a path needs at least three stored states, but there are {1}", count_of(path),
                  std::to_string(path.size())));
  const std::vector<Direction> rows = centred(path);
  const PathProducts products = products_of(rows);
  const double all = products.trace();
  if (!(all > 0) || !std::isfinite(all))
    throw std::invalid_argument(
        tr("all stored states are equal, so there is no path yet: train for more steps"));
  const Eigen::SelfAdjointEigenSolver<PathProducts> solved(products);
  const Eigen::Index last = products.rows() - 1;  // the solver's eigenvalues rise
  WeightPlane plane{.origin = path.back(),
                    .x = component_of(rows, solved.eigenvectors().col(last)),
                    .y = component_of(rows, solved.eigenvectors().col(last - 1))};
  plane.share_x = std::max(solved.eigenvalues()[last], 0.0) / all;
  plane.share_y = std::max(solved.eigenvalues()[last - 1], 0.0) / all;
  return plane;
}

void normalize_filters(const ParameterLayout& layout, std::span<const Real> weights,
                       std::span<double> direction) {
  for (const Parameter& p : layout.all()) {
    const auto offset = static_cast<std::size_t>(p.offset), size = static_cast<std::size_t>(p.shape.size());
    const std::size_t width = p.shape.rank() >= 2 ? size / static_cast<std::size_t>(p.shape[0]) : size;
    for (std::size_t row = 0; row < size; row += width) {
      double of_weights = 0, of_direction = 0;
      for (std::size_t i = offset + row; i < offset + row + width; ++i) {
        of_weights += double(weights[i]) * double(weights[i]);
        of_direction += direction[i] * direction[i];
      }
      const double scale = p.shape.rank() >= 2 && of_direction > 0 ? std::sqrt(of_weights / of_direction) : 0;
      for (std::size_t i = offset + row; i < offset + row + width; ++i) direction[i] *= scale;
    }
  }
}

WeightPlane random_plane(const ParameterLayout& layout, const std::vector<SnapshotPtr>& path,
                         std::uint64_t seed) {
  if (path.empty())
    throw std::invalid_argument(tr("there are no stored weights around which to compute a landscape"));
  const AlignedBuffer& weights = path.back()->weights;
  RandomStream random(seed);
  WeightPlane plane{.origin = path.back(),
                    .x = random_direction(weights.size(), random),
                    .y = random_direction(weights.size(), random)};
  normalize_filters(layout, weights, plane.x);
  normalize_filters(layout, weights, plane.y);
  measure_shares(path, plane);
  return plane;
}

std::vector<SnapshotPtr> states_of_path(const Timeline& timeline, std::size_t most) {
  std::vector<SnapshotPtr> path;
  const auto& states = timeline.states;
  if (states.empty()) return path;
  const Index first = states.front()->step(), way = states.back()->step() - first;
  const auto parts = static_cast<Index>(std::max<std::size_t>(most, 2)) - 1;
  for (Index k = 0; k <= parts; ++k) {
    const SnapshotPtr& state = timeline.nearest(first + way * k / parts)->snapshot;
    if (path.empty() || path.back() != state) path.push_back(state);
  }
  return path;
}

}  // namespace attnlab
