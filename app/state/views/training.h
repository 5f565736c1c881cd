// The view Training: its row and its options.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Training: which records of the runs are shown.
struct TrainingChoice {
  std::string part = "metrics";  ///< metrics, samples, heads, experiments or settings
  double smoothing = 0.9;        ///< of curves: weight of the past per step
  bool log_x = false;            ///< logarithmic steps
  bool log_y = false;            ///< logarithmic values
  bool all_heads = false;        ///< heads over time: all heads of the layer

  /// What is worked out of past steps for the part that is shown.
  enum class Past { Nothing, OfSamples, OfAttention };
  Past past() const;
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

extern const ViewKind kTrainingView;

}  // namespace attnlab
