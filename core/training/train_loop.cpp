// Train loop: steps, time and means.
#include "core/training/train_loop.h"

#include <chrono>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

namespace attnlab {
namespace {

constexpr std::size_t kAveraged = 100;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double mean(const std::deque<double>& losses) {
  if (losses.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

void validate_if_due(Trainer& trainer, const TrainLoopOptions& options) {
  if (options.validation_every <= 0 || trainer.steps_done() % options.validation_every != 0) return;
  const ValidationMetrics metrics{trainer.steps_done(), trainer.validation_loss(options.validation_batches)};
  if (options.on_validation) options.on_validation(metrics);
}

}  // namespace

std::string not_finite_message(Index step) {
  return "the loss is not finite at step " + std::to_string(step) +
         "; the weights before it are kept: lower the learning rate";
}

TrainLoopResult train_until(Trainer& trainer, const TrainLoopOptions& options) {
  TrainLoopResult result;
  std::deque<double> losses;
  while (trainer.steps_done() < options.until && result.failure.empty()) {
    if (options.stop && options.stop()) {
      result.stopped = true;
      break;
    }
    const double begin = now();
    const StepMetrics metrics = trainer.step();
    result.seconds += now() - begin;
    if (!std::isfinite(metrics.loss) || !std::isfinite(metrics.gradient_norm)) {
      result.failure = not_finite_message(metrics.step);
      break;
    }
    result.tokens += metrics.tokens;
    losses.push_back(metrics.loss);
    if (losses.size() > kAveraged) losses.pop_front();
    if (options.on_step) options.on_step(metrics);
    validate_if_due(trainer, options);
  }
  result.steps = trainer.steps_done();
  result.train_loss = mean(losses);
  return result;
}

}  // namespace attnlab
