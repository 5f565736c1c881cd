// Train loop: steps and measurements up to a given step, on the calling thread.
#pragma once

#include <functional>
#include <limits>

#include "core/training/run/recorder.h"

namespace attnlab {

/// Number of last steps over which a run's training loss is averaged.
inline constexpr std::size_t kAveragedLosses = 100;

/// What to do, and functions to call.
struct TrainLoopOptions {
  Index until = 0;               ///< steps done at which to end
  Recorder* recorder = nullptr;  ///< records the run; may be null
  std::function<void(const StepMetrics&)> on_step = {};
  std::function<bool()> stop = {};  ///< asked between steps; true ends the loop
};

/// How a loop ended.
struct TrainLoopResult {
  Index steps = 0;        ///< done in all
  double train_loss = 0;  ///< mean of the last steps' losses; NaN where there were none
  Index averaged = 0;     ///< steps in this mean, kAveragedLosses at most
  double last_loss = std::numeric_limits<double>::quiet_NaN();  ///< of the last step
  double seconds = 0;                                           ///< spent in steps
  Index tokens = 0;                                             ///< targets that counted
  bool stopped = false;                                         ///< `stop` ended it
  std::string failure;  ///< why it ended early: the loss is not finite; the last good weights stay

  double tokens_per_second() const { return seconds > 0 ? double(tokens) / seconds : 0; }
};

TrainLoopResult train_until(Trainer& trainer, const TrainLoopOptions& options);

/// Whether the step was made: a step that is not finite leaves the weights unchanged.
bool is_finite(const StepMetrics& metrics);

/// The message for a step that left the weights unchanged.
std::string not_finite_message(Index step);

}  // namespace attnlab
