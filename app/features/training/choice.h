// The view Training: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Training: which records of the runs are shown.
struct TrainingChoice {
  std::string part = "metrics";  ///< one of the rows of kTrainingPartKinds
  double smoothing = 0.9;        ///< of curves: weight of the past per step
  bool log_x = false;            ///< logarithmic steps
  bool log_y = false;            ///< logarithmic values
  bool all_heads = false;        ///< heads over time: all heads of the layer
  Index rate_search = 0;  ///< the search for a learning rate that is asked for, counted from 1; 0: none

  /// What is worked out of past steps for the part that is shown.
  enum class Past { Nothing, OfSamples, OfAttention };
  Past past() const;
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::training {
extern const Feature kFeature;
}
