// Recurrence results: gradients back through time, and eigenvalues of recurrent weights.
#pragma once

#include <string>
#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/recurrence/cell_comparison.h"

namespace attnlab {

/// The gradients of one target's loss.
struct OneTargetGradients {
  Index target = 0;  ///< its position
  Index step = 0;    ///< of the weights
  double loss = 0;   ///< of this target
  std::vector<TimeGradient> gradients;
};

/// Those of all gates of one cell, in the kind's order.
struct CellEigenvalues {
  Place cell;
  std::vector<Eigenvalues> gates;
};

/// The newest of each; values are null before the first. The step on screen may be newer.
struct RecurrenceResults {
  std::shared_ptr<const OneTargetGradients> one_target;
  std::shared_ptr<const CellComparison> comparison;  ///< partial while networks learn
  AtStep<CellEigenvalues> eigenvalues;
  std::vector<AtStep<CellEigenvalues>> course;  ///< of kept steps that are computed, in rising order
  std::string comparison_error, error;
  friend bool operator==(const RecurrenceResults&, const RecurrenceResults&) = default;
};

}  // namespace attnlab
