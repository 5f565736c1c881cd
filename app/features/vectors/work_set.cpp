// Vector work: axes first, then every row's place on them, then the chosen rows' places at kept steps.
#include "app/features/vectors/work_set.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/features/vectors/choice.h"
#include "app/features/vectors/chosen.h"

namespace attnlab {
namespace {

constexpr Index kNeighboursAround = 40;

/// The rows that the axes are of.
KeptRows rows_of_axes(const VectorWork& work, const VectorResults& results) {
  if (work.axes.kept.owner) return work.axes.kept;
  return {results.set.rows, results.set.owner};
}

/// Vectors of two numbers are drawn as they are.
bool in_a_plane(const VectorRows& rows) { return rows.width == 2; }

/// Components again only where the rows are others.
std::shared_ptr<const VectorAxes> axes_of(const VectorWork& work, const VectorResults& results) {
  const KeptRows kept = rows_of_axes(work, results);
  if (work.known && work.known->table == results.set.table && work.known->owner == kept.owner)
    return work.known;
  return std::make_shared<const VectorAxes>(VectorAxes{
      results.set.table, kept.owner,
      in_a_plane(kept.rows) ? own_numbers(kept.rows) : principal_components(kept.rows, work.go_on)});
}

/// An axis of the picture, and what it is.
struct MadeAxis {
  PlaneAxis axis;
  ShownAxis shown;
};

MadeAxis component_of(const Pca& pca, Index number) {
  const Index component = std::clamp<Index>(number - 1, 0, pca.width - 1);
  return {component_axis(pca, component), {component, pca.share(component), {}, pca.width == 2}};
}

/// A direction where both words are given, else a component.
MadeAxis axis_between(const VectorWork& work, const VectorResults& results, const std::string& from,
                      const std::string& to, Index component) {
  if (from.empty() || to.empty()) return component_of(results.axes->pca, component);
  const VectorDirection direction{row_named(results.set, from), row_named(results.set, to)};
  return {direction_axis(rows_of_axes(work, results).rows, direction), {0, 0, direction}};
}

VectorPlane plane_of(const VectorWork& work, VectorResults& results) {
  const VectorsChoice& c = work.choice;
  const bool directions = c.by == "directions";
  MadeAxis across = directions ? axis_between(work, results, c.from, c.to, c.across)
                               : component_of(results.axes->pca, c.across);
  MadeAxis up =
      directions ? axis_between(work, results, c.low, c.high, c.up) : component_of(results.axes->pca, c.up);
  results.shown = {across.shown, up.shown};
  if (across.shown.direction && up.shown.direction)
    results.direction_cosine =
        direction_cosine(rows_of_axes(work, results).rows, *across.shown.direction, *up.shown.direction);
  return {std::move(across.axis), std::move(up.axis)};
}

void add_paths(const VectorWork& work, const VectorPlane& plane, VectorResults& results) {
  for (const Index row : chosen_rows(work.choice, results.set.table)) {
    if (results.paths.size() == kMostPaths) return;
    VectorPath path{row, {}};
    for (const RowsAtStep& past : work.past)
      if (row < past.kept.rows.count()) path.points.push_back({past.step, plane.at(past.kept.rows.row(row))});
    results.paths.push_back(std::move(path));
  }
}

/// Round the word in the middle.
void measure_around(VectorResults& results) {
  double far = 1e-9;
  for (const PlanePoint& p : results.points) far = std::max(far, std::hypot(p.x, p.y));
  results.low = {-far, -far};
  results.high = {far, far};
}

void add_neighbours(const VectorWork& work, VectorResults& results) {
  if (work.focus < 0)
    throw std::invalid_argument("Choose a word: the words nearest to it come to stand around it.");
  Neighbourhood around = neighbourhood(results.set.rows, work.focus, kNeighboursAround);
  results.rows = std::move(around.rows);
  results.points = std::move(around.points);
  results.cosines = std::move(around.cosines);
  measure_around(results);
}

/// Widens the picture to these points.
void widen(std::span<const PlanePoint> points, VectorResults& results) {
  for (const PlanePoint& p : points) {
    results.low = {std::min(results.low.x, p.x), std::min(results.low.y, p.y)};
    results.high = {std::max(results.high.x, p.x), std::max(results.high.y, p.y)};
  }
}

/// The picture keeps its size while past steps play: it has room for the points of the axes' step, too.
void measure(const VectorWork& work, const VectorPlane& plane, VectorResults& results) {
  results.low = results.high = results.points.front();
  if (results.shown[0].number || results.shown[1].number) widen(std::vector<PlanePoint>(1), results);
  widen(results.points, results);
  if (work.axes.kept.owner) widen(plane.points(work.axes.kept.rows), results);
  for (const VectorPath& path : results.paths)
    for (const PathPoint& p : path.points) widen({&p.at, 1}, results);
}

}  // namespace

void add_points(const VectorWork& work, VectorResults& results) {
  results.by = work.choice.by;
  results.axes_step = work.axes.kept.owner ? work.axes.step : results.step;
  try {
    if (results.by == "neighbours") return add_neighbours(work, results);
    results.axes = axes_of(work, results);
    const VectorPlane plane = plane_of(work, results);
    results.points = plane.points(results.set.rows);
    add_paths(work, plane, results);
    measure(work, plane, results);
  } catch (const std::invalid_argument& wrong) {
    results.error = wrong.what();
  }
}

}  // namespace attnlab
