// Scaling: the loss of a sweep's models against their size, and the power law through the best of each size.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/training/sweep/sweep_results.h"

namespace attnlab {

/// One combination of a sweep.
struct ScalingPoint {
  std::size_t row = 0;    ///< its index in sweep_rows()
  double parameters = 0;  ///< of its model, all of them
  double loss = 0;        ///< mean validation loss over its seeds, in nats
  bool best = false;      ///< the least loss among the models of this size
};

/// L(N) = factor · N^(−exponent), without a floor (Kaplan et al. 2020).
struct PowerLaw {
  double factor = 0, exponent = 0;
  double r_squared = 0;  ///< share of the variance of log L that the line explains
  double at(double parameters) const;
};

/// A point for each combination of which a run is done, by rising size. `rows` are those of sweep_rows().
std::vector<ScalingPoint> scaling_points(const SweepPlan& plan, std::span<const SweepRow> rows);

/// Least squares of log loss on log parameters through the best of each size; nothing for fewer than three
/// sizes, and where a loss is not positive.
std::optional<PowerLaw> fit_power_law(std::span<const ScalingPoint> points);

/// "loss = 12.3 · N^−0.21, R² 0.97, with N parameters of 4 sizes".
std::string power_law_text(const PowerLaw& law, std::span<const ScalingPoint> points);

}  // namespace attnlab
