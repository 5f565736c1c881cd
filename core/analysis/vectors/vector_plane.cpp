// Vector planes: by components, by directions, and around one vector.
#include "core/analysis/vectors/vector_plane.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/language/messages.h"

namespace attnlab {
namespace {

double plane_product(std::span<const double> a, std::span<const Real> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * double(b[i]);
  return sum;
}

double plane_product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> difference_of_rows(const VectorRows& rows, VectorDirection d) {
  const std::span<const Real> from = rows.row(d.from), to = rows.row(d.to);
  std::vector<double> all(from.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = double(to[i]) - double(from[i]);
  return all;
}

/// (to − from)/|to − from|²: its product with v − from is 1 at `to`.
std::vector<double> scaled_direction(const VectorRows& rows, VectorDirection d) {
  std::vector<double> all = difference_of_rows(rows, d);
  const double square = plane_product(all, std::span<const double>(all));
  if (!(square > 0))
    throw std::invalid_argument(
        tr("the vectors of rows {1} and {2} are equal, so there is no direction between them",
           std::to_string(d.from), std::to_string(d.to)));
  for (double& each : all) each /= square;
  return all;
}

/// v/|v| − cos·u for unit vectors: what `row` has at right angles to `unit`.
void append_rest(std::span<const Real> row, std::span<const double> unit, double cosine,
                 std::vector<Real>& rests) {
  double square = 0;
  for (const Real each : row) square += double(each) * double(each);
  const double length = square > 0 ? std::sqrt(square) : 1;
  for (std::size_t i = 0; i < row.size(); ++i)
    rests.push_back(Real(double(row[i]) / length - cosine * unit[i]));
}

std::vector<double> unit_vector(std::span<const Real> row) {
  std::vector<double> unit(row.begin(), row.end());
  const double length = std::sqrt(plane_product(unit, std::span<const double>(unit)));
  for (double& each : unit) each /= length > 0 ? length : 1;
  return unit;
}

PlanePoint at_angle(double cosine, PlanePoint towards) {
  const double degrees = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
  const double turn = std::atan2(towards.y, towards.x);
  return {degrees * std::cos(turn), degrees * std::sin(turn)};
}

}  // namespace

double PlaneAxis::at(std::span<const Real> vector) const { return plane_product(along, vector) - zero; }

PlaneAxis component_axis(const Pca& pca, Index component) {
  const std::span<const double> axis = pca.axis(component);
  return {{axis.begin(), axis.end()}, plane_product(axis, std::span<const double>(pca.mean))};
}

PlaneAxis direction_axis(const VectorRows& rows, VectorDirection direction) {
  PlaneAxis axis{scaled_direction(rows, direction), 0};
  axis.zero = axis.at(rows.row(direction.from));
  return axis;
}

std::vector<PlanePoint> VectorPlane::points(const VectorRows& rows) const {
  std::vector<PlanePoint> all;
  all.reserve(rows.count());
  for (Index i = 0; i < rows.count(); ++i) all.push_back(at(rows.row(i)));
  return all;
}

double direction_cosine(const VectorRows& rows, VectorDirection a, VectorDirection b) {
  const std::vector<double> x = difference_of_rows(rows, a), y = difference_of_rows(rows, b);
  const std::span<const double> ys(y);
  const double lengths = std::sqrt(plane_product(x, std::span<const double>(x)) * plane_product(y, ys));
  return lengths > 0 ? plane_product(x, ys) / lengths : 0;
}

Neighbourhood neighbourhood(const VectorRows& rows, Index of, Index count) {
  const std::vector<Neighbour> near = nearest_rows(rows, of, count);
  Neighbourhood all{{of}, {PlanePoint{}}, {1}};
  const std::vector<double> unit = unit_vector(rows.row(of));
  std::vector<Real> rests;
  for (const Neighbour& each : near) append_rest(rows.row(each.id), unit, each.cosine, rests);
  const VectorRows rest_rows{rests, rows.width};
  const bool plane = near.size() > 1 && rows.width > 1;
  std::vector<PlanePoint> towards(near.size(), PlanePoint{1, 0});
  if (plane) {
    const Pca pca = principal_components(rest_rows);
    towards = VectorPlane{component_axis(pca, 0), component_axis(pca, 1)}.points(rest_rows);
  }
  for (std::size_t i = 0; i < near.size(); ++i) {
    all.rows.push_back(near[i].id);
    all.points.push_back(at_angle(near[i].cosine, towards[i]));
    all.cosines.push_back(near[i].cosine);
  }
  return all;
}

}  // namespace attnlab
