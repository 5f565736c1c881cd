// Train loop: steps and measurements up to a given step, on the calling thread.
#pragma once

#include <functional>

#include "core/training/recorder.h"

namespace attnlab {

/// The training loss of a run is the mean over so many of its last steps, or fewer.
inline constexpr std::size_t kAveragedLosses = 100;

/// What to do and whom to tell.
struct TrainLoopOptions {
  Index until = 0;               ///< steps done at which to end
  Recorder* recorder = nullptr;  ///< keeps what it was like
  std::function<void(const StepMetrics&)> on_step = {};
  std::function<bool()> stop = {};  ///< asked between steps; true ends the loop
};

/// How a loop ended.
struct TrainLoopResult {
  Index steps = 0;        ///< done in all
  double train_loss = 0;  ///< mean over the last kAveragedLosses; NaN where there were none
  double seconds = 0;     ///< spent in steps
  Index tokens = 0;       ///< targets that counted
  bool stopped = false;   ///< `stop` ended it
  std::string failure;    ///< the loss became not finite: why it ended early; the last good weights are kept

  double tokens_per_second() const { return seconds > 0 ? static_cast<double>(tokens) / seconds : 0; }
};

TrainLoopResult train_until(Trainer& trainer, const TrainLoopOptions& options);

/// Whether the step was made: one that is not finite leaves the weights as they were.
bool is_finite(const StepMetrics& metrics);

/// What to say of a step that left the weights as they were.
std::string not_finite_message(Index step);

}  // namespace attnlab
