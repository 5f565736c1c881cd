// TensorBoard log: names of the scalars.
#include "app/cli/train/tensorboard_log.h"

namespace attnlab {

TensorBoardLog::TensorBoardLog(const std::string& folder, const TrainRun& run) {
  if (!folder.empty()) events_.emplace(folder, run.trainer->steps_done());
}

void TensorBoardLog::step(const StepMetrics& metrics) {
  if (!events_) return;
  const double speed = metrics.seconds > 0 ? static_cast<double>(metrics.tokens) / metrics.seconds : 0;
  const Scalar scalars[] = {{"train/loss", metrics.loss},
                            {"train/gradient_norm", metrics.gradient_norm},
                            {"train/learning_rate", metrics.learning_rate},
                            {"train/tokens_per_second", speed}};
  events_->add(metrics.step, scalars);
}

void TensorBoardLog::validation(const Measured& measured) {
  if (!events_) return;
  std::vector<Scalar> scalars{{"validation/loss", measured.loss}};
  if (measured.tokens) scalars.push_back({"validation/tokens", *measured.tokens});
  if (measured.sequences) scalars.push_back({"validation/sequences", *measured.sequences});
  events_->add(measured.step, scalars);
}

}  // namespace attnlab
