// The view Training: its row, and what is chosen in it.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Training: what is shown of the runs.
struct TrainingChoice {
  std::string part = "metrics";  ///< metrics, samples, heads, experiments or settings
  double smoothing = 0.9;        ///< of curves a step: weight of the past
  bool log_x = false;            ///< logarithmic steps
  bool log_y = false;            ///< logarithmic values
  bool all_heads = false;        ///< heads over time: those of the whole layer
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

extern const ViewKind kTrainingView;

}  // namespace attnlab
