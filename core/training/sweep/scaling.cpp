// Scaling: sizes counted from the plan, and a straight line through logarithms.
#include "core/training/sweep/scaling.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/models/cost.h"

namespace attnlab {
namespace {

constexpr std::size_t kFewestSizes = 3;

/// All parameters of a point's model, whose vocabularies may not have been found yet.
double size_of(const Preset& preset) {
  const ModelConfig& model = preset.model;
  const bool known = model.target_vocabulary > ModelConfig().target_vocabulary || !is_trainable(preset);
  return double(count_cost(known ? model : with_vocabularies(preset).model).parameters);
}

/// Marks the least loss of each size; `points` rise in size.
void mark_best(std::vector<ScalingPoint>& points) {
  for (auto first = points.begin(); first != points.end();) {
    const auto end = std::find_if(first, points.end(), [&](const ScalingPoint& point) {
      return point.parameters != first->parameters;
    });
    std::min_element(first, end, [](const ScalingPoint& a, const ScalingPoint& b) {
      return a.loss < b.loss;
    })->best = true;
    first = end;
  }
}

/// Sums over the logarithms of x and y.
struct LogSums {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  void add(double log_x, double log_y) {
    n += 1;
    x += log_x;
    y += log_y;
    xx += log_x * log_x;
    xy += log_x * log_y;
    yy += log_y * log_y;
  }
};

}  // namespace

double PowerLaw::at(double parameters) const { return factor * std::pow(parameters, -exponent); }

std::vector<ScalingPoint> scaling_points(const SweepPlan& plan, std::span<const SweepRow> rows) {
  std::vector<ScalingPoint> points;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].validation_loss.count == 0) continue;
    points.push_back({i, size_of(plan.points[rows[i].first].preset), rows[i].validation_loss.mean});
  }
  std::ranges::stable_sort(points, {}, &ScalingPoint::parameters);
  mark_best(points);
  return points;
}

std::optional<PowerLaw> fit_power_law(std::span<const ScalingPoint> points) {
  LogSums s;
  for (const ScalingPoint& point : points) {
    if (!point.best) continue;
    if (!(point.loss > 0)) return {};
    s.add(std::log(point.parameters), std::log(point.loss));
  }
  if (s.n < kFewestSizes) return {};
  const double spread_x = s.xx - s.x * s.x / s.n, spread_y = s.yy - s.y * s.y / s.n;
  const double together = s.xy - s.x * s.y / s.n, slope = together / spread_x;
  return PowerLaw{.factor = std::exp((s.y - slope * s.x) / s.n),
                  .exponent = -slope,
                  .r_squared = spread_y > 0 ? together * together / (spread_x * spread_y) : 1};
}

std::string power_law_text(const PowerLaw& law, std::span<const ScalingPoint> points) {
  char text[128];
  const auto sizes = std::ranges::count(points, true, &ScalingPoint::best);
  std::snprintf(text, sizeof text, "loss = %.3g · N^%s%.3g, R² %.3f, with N parameters of %td sizes",
                law.factor, law.exponent < 0 ? "" : "−", std::abs(law.exponent), law.r_squared,
                static_cast<std::ptrdiff_t>(sizes));
  return text;
}

}  // namespace attnlab
