// Figures: their corners, and distances to their edges.
#include "core/tasks/pictures/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace attnlab {
namespace {

enum FigureKind : std::size_t { kCircle, kRing, kSquare, kTriangle, kCross, kStar, kFigureKinds };
constexpr std::array<std::string_view, kFigureKinds> kFigureNames = {"circle",   "ring",  "square",
                                                                     "triangle", "cross", "star"};

/// Corners around the origin, each at the next of `radii` in turn, the first above.
std::vector<Point> around(int corners, std::initializer_list<double> radii) {
  std::vector<Point> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners - std::numbers::pi / 2;
    const double radius = radii.begin()[static_cast<std::size_t>(i) % radii.size()];
    points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}

std::vector<Point> cross(double arm, double half) {
  return {{-half, -arm}, {half, -arm}, {half, -half}, {arm, -half}, {arm, half},   {half, half},
          {half, arm},   {-half, arm}, {-half, half}, {-arm, half}, {-arm, -half}, {-half, -half}};
}

}  // namespace

Figures::Figures() : polygons_(kFigureKinds) {
  polygons_[kSquare] = around(4, {1.0});
  polygons_[kTriangle] = around(3, {1.0});
  polygons_[kCross] = cross(0.95, 0.27);
  polygons_[kStar] = around(10, {1.0, 0.4});
}

std::span<const std::string_view> Figures::names() { return kFigureNames; }

double Figures::edge_distance(std::size_t kind, Point p) const {
  constexpr double kRound = 0.85, kHalfRing = 0.17;
  const double radius = std::sqrt(p.x * p.x + p.y * p.y);
  if (kind == kCircle) return radius - kRound;
  if (kind == kRing) return std::abs(radius - kRound + kHalfRing) - kHalfRing;
  return polygon_distance(p, polygons_[kind]);
}

Real pixel_share(double distance) { return Real(std::clamp(0.5 - distance, 0.0, 1.0)); }

}  // namespace attnlab
