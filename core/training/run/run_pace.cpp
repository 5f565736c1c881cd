// RunPace: sums over steps.
#include "core/training/run/run_pace.h"

namespace attnlab {

void RunPace::add(const StepMetrics& metrics) {
  sum_ = kMemory * sum_ + (1 - kMemory) * metrics.loss;
  weight_ = kMemory * weight_ + (1 - kMemory);
  seconds_ += metrics.seconds;
  tokens_ += metrics.tokens;
  ++steps_;
  if (seconds_ < kWindow && tokens_per_second_ > 0) return;
  tokens_per_second_ = double(tokens_) / seconds_;
  seconds_per_step_ = seconds_ / double(steps_);
  seconds_ = 0;
  tokens_ = steps_ = 0;
}

}  // namespace attnlab
