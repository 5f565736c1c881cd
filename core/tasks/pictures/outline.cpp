// Outline: plane geometry.
#include "core/tasks/pictures/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attnlab {

namespace {

/// Squared, as the least of many distances needs one root.
double squared_distance(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double along =
      length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
  const double x = p.x - a.x - along * dx, y = p.y - a.y - along * dy;
  return x * x + y * y;
}

}  // namespace

double segment_distance(Point p, Point a, Point b) { return std::sqrt(squared_distance(p, a, b)); }

double line_distance(Point p, std::span<const Point> points) {
  double nearest = squared_distance(p, points[0], points[0]);
  for (std::size_t i = 1; i < points.size(); ++i)
    nearest = std::min(nearest, squared_distance(p, points[i - 1], points[i]));
  return std::sqrt(nearest);
}

double polygon_distance(Point p, std::span<const Point> corners) {
  double nearest = squared_distance(p, corners.back(), corners.front());
  bool inside = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = corners[i], b = corners[(i + 1) % corners.size()];
    nearest = std::min(nearest, squared_distance(p, a, b));
    // A ray to the right leaves the polygon at each edge that it crosses.
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  const double distance = std::sqrt(nearest);
  return inside ? -distance : distance;
}

std::vector<Point> arc(Point centre, double across, double down, double from, double to) {
  constexpr double kStep = 24;  // degrees from one point to the next, at most
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(to - from) / kStep)));
  std::vector<Point> points;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = (from + (to - from) * i / pieces) * std::numbers::pi / 180;
    points.push_back({centre.x + across * std::cos(angle), centre.y + down * std::sin(angle)});
  }
  return points;
}

std::vector<Point> joined(std::vector<Point> first, const std::vector<Point>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace attnlab
