// Loss landscape: one pass over the held-out batches for each point.
#include "core/analysis/landscape/landscape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/training/evaluate.h"

namespace attnlab {

namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr double kMargin = 0.25;   // around a path, in its lengths
constexpr Index kBetweenNews = 8;  // measurements between two calls of progress
constexpr Index kCoarsest = 8;     // distance of the points that are measured first

/// From `low` to `high` in equal steps.
std::vector<double> points_between(double low, double high, Index count) {
  std::vector<double> points;
  for (Index i = 0; i < count; ++i) points.push_back(low + (high - low) * double(i) / double(count - 1));
  return points;
}

/// The points around a path along one direction; where it does not move along it, as far as `least`.
std::vector<double> points_around(std::vector<double> path, Index count, double least) {
  const auto [low, high] = std::ranges::minmax(path);
  const double margin = std::max((high - low) * kMargin, least);
  return points_between(low - margin, high + margin, count);
}

void check_landscape(const LandscapeSettings& settings) {
  if (settings.size < kLeastLandscape || settings.size > kMostLandscape)
    throw std::invalid_argument(
        tr("the number of points along each direction is {1}, but must be from {2} to {3}",
           std::to_string(settings.size), std::to_string(kLeastLandscape), std::to_string(kMostLandscape)));
  if (!(settings.reach > 0))
    throw std::invalid_argument(tr("the reach of random directions must be greater than 0"));
}

WeightPlane plane_of(const Model& model, const std::vector<SnapshotPtr>& path,
                     const LandscapeSettings& settings) {
  if (landscape_plane(settings.plane).of_path) return path_plane(path);
  return random_plane(model.parameters(), path, static_cast<std::uint64_t>(settings.seed));
}

void lay_out(const std::vector<SnapshotPtr>& path, LossLandscape& l) {
  std::vector<double> a, b;
  for (const SnapshotPtr& state : path) {
    l.path.push_back({state->step, l.plane->nearest(state->weights), kNotMeasured});
    a.push_back(l.path.back().at.a);
    b.push_back(l.path.back().at.b);
  }
  const Index size = l.settings.size;
  if (landscape_plane(l.settings.plane).of_path) {
    const auto [low, high] = std::ranges::minmax(a);
    const double least = (high - low) * kMargin / 4;
    l.a = points_around(a, size, least);
    l.b = points_around(b, size, least);
  } else {
    l.a = l.b = points_between(-l.settings.reach, l.settings.reach, size);
  }
  l.loss.assign(size * size, kNotMeasured);
  l.all = size * size + count_of(path);
}

/// All points of the plane, those of a coarse grid before those between them.
std::vector<std::size_t> coarse_first(Index size) {
  std::vector<std::size_t> order;
  std::vector<char> seen(size * size, 0);
  for (Index step = kCoarsest; step >= 1; step /= 2)
    for (Index row = 0; row < size; row += step)
      for (Index column = 0; column < size; column += step) {
        const auto at = static_cast<std::size_t>(row * size + column);
        if (!seen[at]) order.push_back(at);
        seen[at] = 1;
      }
  return order;
}

void count_examples(std::span<const Batch> batches, LossLandscape& l) {
  for (const Batch& batch : batches) {
    l.examples += batch.size;
    l.targets += batch.counted_targets();
  }
}

}  // namespace

const LandscapePlane& landscape_plane(std::string_view name) {
  return row_named(kLandscapePlanes, "plane of a landscape", name);
}

double mean_loss_of(const Model& model, std::span<const Real> weights, std::span<const Batch> batches) {
  SummedLoss sum;
  for (const Batch& batch : batches) sum.add(summed_loss(model, weights, batch));
  return sum.mean();
}

LossLandscape loss_landscape(const Model& model, const std::vector<SnapshotPtr>& path,
                             std::span<const Batch> batches, const LandscapeSettings& settings,
                             const StopToken& stop,
                             const std::function<void(const LossLandscape&)>& progress) {
  check_landscape(settings);
  LossLandscape l;
  l.settings = settings;
  l.plane = std::make_shared<const WeightPlane>(plane_of(model, path, settings));
  lay_out(path, l);
  count_examples(batches, l);
  const auto measured = [&] {
    if (++l.done % kBetweenNews == 0 && progress) progress(l);
    return !stop.stop_requested();
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    l.path[i].loss = mean_loss_of(model, path[i]->weights, batches);
    if (!measured()) return l;
  }
  AlignedBuffer weights(l.plane->origin->weights.size());
  for (const std::size_t at : coarse_first(settings.size)) {
    l.plane->weights_at({l.a[at % l.a.size()], l.b[at / l.a.size()]}, weights);
    l.loss[at] = mean_loss_of(model, weights, batches);
    if (!measured()) return l;
  }
  l.finished = true;
  return l;
}

}  // namespace attnlab
