// Schedules: how the learning rate can change over a run, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

struct TrainingConfig;

/// One course of the learning rate. In formulas t is the step, 0 the first, η the peak, w the steps of the
/// warm-up, T the steps of the run.
struct Schedule {
  std::string_view name;      ///< as options write it: "cosine"
  std::string_view title;     ///< on screen
  std::string_view formula;   ///< of step t, from the end of the warm-up on
  std::string_view rise;      ///< of step t in the warm-up, while t < w
  std::string_view sentence;  ///< what becomes of the learning rate
  /// Learning rate of step `step` (0 is the first) for a valid configuration.
  double (*rate)(const TrainingConfig& config, Index step);
};

/// In the order in which their names are shown.
std::span<const Schedule> schedules();
/// Throws std::invalid_argument with near names.
const Schedule& schedule_named(std::string_view name);

}  // namespace attnlab
