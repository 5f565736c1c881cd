// Train loop: steps, time and means.
#include "core/training/run/train_loop.h"

#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

#include "core/training/fault.h"

namespace attnlab {
namespace {

double mean(const std::deque<double>& losses) {
  if (losses.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(losses.begin(), losses.end(), 0.0) / double(losses.size());
}

}  // namespace

bool is_finite(const StepMetrics& metrics) {
  return std::isfinite(metrics.loss) && std::isfinite(metrics.gradient_norm);
}

std::string not_finite_message(Index step) {
  return "the loss is not finite at step " + std::to_string(step) +
         "; the weights from before this step are kept: lower the learning rate and restart, or continue "
         "from an "
         "earlier step";
}

TrainLoopResult train_until(Trainer& trainer, const TrainLoopOptions& options) {
  TrainLoopResult result;
  std::deque<double> losses;
  while (trainer.steps_done() < options.until && result.failure.empty()) {
    if (options.stop && options.stop()) {
      result.stopped = true;
      break;
    }
    if (options.recorder) options.recorder->before_step(trainer);
    const StepMetrics metrics = trainer.step();
    result.seconds += metrics.seconds;
    if (!is_finite(metrics)) {
      result.failure = not_finite_message(metrics.step) + ". " + fault_text(find_fault(trainer));
      break;
    }
    result.tokens += metrics.tokens;
    losses.push_back(metrics.loss);
    if (losses.size() > kAveragedLosses) losses.pop_front();
    if (options.recorder) options.recorder->after_step(trainer, metrics);
    if (options.on_step) options.on_step(metrics);
  }
  result.steps = trainer.steps_done();
  result.train_loss = mean(losses);
  result.averaged = count_of(losses);
  if (!losses.empty()) result.last_loss = losses.back();
  return result;
}

}  // namespace attnlab
