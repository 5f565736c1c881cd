// Time gradients: how much of the loss reaches the states of each time step, and what clipping does.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/recurrence/recurrence.h"
#include "core/trace/tracer.h"
#include "core/training/training_config.h"

namespace attnlab {

/// Of one cell of a pass.
struct TimeGradient {
  Place place;
  bool reverse = false;
  /// [T] ‖∂L/∂h_t‖₂ over the units, with all that later steps and layers pass back.
  std::vector<double> hidden;
  std::vector<double> cell;  ///< [T] ‖∂L/∂c_t‖₂; empty where there is no cell state
};

/// In the order of recurrent_cells(); 0 where nothing flows back. Throws std::invalid_argument for a pass
/// without gradients or without a target.
std::vector<TimeGradient> time_gradients(const Trace& trace);

/// The positions whose targets count, in order.
std::vector<Index> counted_targets(const Trace& trace);

/// The request of a pass like `trace`, over the same target, in which the target at `position` alone counts
/// and gradients are computed.
TraceRequest with_one_target(const Trace& trace, TraceRequest request, Index position);

/// ‖∂L/∂w‖₂ over all parameters of the pass. Throws std::invalid_argument for a pass without gradients.
double gradient_norm(const Trace& trace);

/// What clipping does to a gradient of this norm.
struct ClippedGradient {
  double before = 0;
  double limit = 0;   ///< 0: nothing is clipped
  double factor = 1;  ///< see clip_factor()
  double after() const { return before * factor; }
};
ClippedGradient clipped(const TrainingConfig& config, double norm);

}  // namespace attnlab
