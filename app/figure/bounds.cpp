// Measures shapes of figures.
#include "app/figure/bounds.h"

#include <cmath>

namespace attnlab {
namespace {

/// Heights of a line of text, in sizes of the type: above the baseline with accents, and below with
/// descenders.
constexpr float kAbove = 1.0f, kBelow = 0.3f;

Box around(ImVec2 centre, float radius) { return grown({centre, centre}, radius); }

void take_in(Box& box, ImVec2 p) {
  box = {{std::min(box.min.x, p.x), std::min(box.min.y, p.y)},
         {std::max(box.max.x, p.x), std::max(box.max.y, p.y)}};
}

struct Measure {
  Box operator()(const FigureFill& s) const { return s.box; }
  Box operator()(const FigureFrame& s) const { return grown(s.box, s.thickness / 2); }
  Box operator()(const FigureGradient& s) const { return s.box; }
  Box operator()(const FigureDisc& s) const { return around(s.centre, s.radius); }
  Box operator()(const FigureRing& s) const { return around(s.centre, s.radius + s.thickness / 2); }
  Box operator()(const FigureImage& s) const { return s.box; }
  Box operator()(const FigureHatch& s) const { return s.box; }

  Box operator()(const FigurePolygon& s) const {
    Box box{s.points.front(), s.points.front()};
    for (ImVec2 p : s.points) take_in(box, p);
    return box;
  }

  /// A curve lies between its ends and its control points.
  Box operator()(const FigurePath& s) const {
    Box box{s.steps.front().end, s.steps.front().end};
    for (const PathStep& step : s.steps) {
      take_in(box, step.end);
      if (step.kind != PathStep::Kind::Line) take_in(box, step.first);
      if (step.kind == PathStep::Kind::Cubic) take_in(box, step.second);
    }
    return grown(box, s.thickness / 2);
  }

  Box operator()(const FigureText& s) const {
    const float before = s.align == Align::Left ? 0 : s.align == Align::Right ? s.width : s.width / 2;
    const float above = s.size * kAbove, below = s.size * kBelow;
    if (s.upwards) return {{s.at.x - above, s.at.y + before - s.width}, {s.at.x + below, s.at.y + before}};
    return {{s.at.x - before, s.at.y - above}, {s.at.x - before + s.width, s.at.y + below}};
  }
};

}  // namespace

Box bounds_of(const FigureShape& shape) { return std::visit(Measure{}, shape); }

Box seen_of(const FigureItem& item) { return intersection(bounds_of(item.shape), item.clip); }

Box content_box(const Figure& figure) {
  Box all;
  for (const FigureItem& item : figure.items) {
    const Box seen = seen_of(item);
    if (seen.empty()) continue;
    if (all.empty()) all = seen;
    take_in(all, seen.min);
    take_in(all, seen.max);
  }
  return all;
}

Box whole_pixels(const Box& b) {
  return {{std::floor(b.min.x), std::floor(b.min.y)}, {std::ceil(b.max.x), std::ceil(b.max.y)}};
}

}  // namespace attnlab
