// Outline: distances to lines and polygons, of which pictures are drawn.
#pragma once

#include <span>
#include <vector>

namespace attnlab {

struct Point {
  double x = 0, y = 0;  ///< y grows downwards, as in pictures
};

/// Distance from `p` to the segment from `a` to `b`.
double segment_distance(Point p, Point a, Point b);

/// Distance from `p` to the open line through `points`, at least one.
double line_distance(Point p, std::span<const Point> points);

/// Distance from `p` to the outline of the polygon with these corners, negative inside.
double polygon_distance(Point p, std::span<const Point> corners);

/// Points on the ellipse around `centre`, from one angle to another in degrees: 0 is right, 90 below.
std::vector<Point> arc(Point centre, double across, double down, double from, double to);

/// `first` and then `second`.
std::vector<Point> joined(std::vector<Point> first, const std::vector<Point>& second);

}  // namespace attnlab
