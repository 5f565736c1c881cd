// TensorBoard log: the scalars of a run of `train`, beside its report.
#pragma once

#include <optional>
#include <string>

#include "app/cli/train/train_run.h"
#include "core/io/tensorboard/event_file.h"

namespace attnlab {

/// Writes to the event file of a folder, or nothing if the folder's name is empty. A resumed run appends to
/// the existing file. Throws as EventFile.
class TensorBoardLog {
 public:
  TensorBoardLog(const std::string& folder, const TrainRun& run);

  /// train/loss, train/gradient_norm, train/learning_rate, train/tokens_per_second.
  void step(const StepMetrics& metrics);
  /// validation/loss, and if they were measured validation/tokens and validation/sequences: token accuracy
  /// and exact match.
  void validation(const Measured& measured);

 private:
  std::optional<EventFile> events_;
};

}  // namespace attnlab
