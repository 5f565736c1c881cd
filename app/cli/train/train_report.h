// Train report: the output of `train`, for people or for programs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/cli/json_event.h"
#include "app/cli/train/train_run.h"
#include "core/training/memory.h"

namespace attnlab {

/// Listener of a run, from its start to its end.
class TrainReport {
 public:
  virtual ~TrainReport() = default;
  virtual void start(const TrainRun& run) = 0;
  virtual void step(const StepMetrics& metrics) = 0;
  virtual void validation(const Measured& measured) = 0;
  virtual void saved(const std::string& folder) = 0;
  virtual void problem(const std::string& what) = 0;  ///< an error that does not end the run
  /// The run has ended and is measured on held-out examples: `done` of `all` batches.
  virtual void test(Index done, Index all) = 0;
  virtual void done(const TrainSummary& summary) = 0;
};

/// The least memory that the run needs.
inline TrainingMemory memory_of(const TrainRun& run) {
  return training_memory(run.trainer->model().config(), run.trainer->config(), trained_size(run.experiment));
}

/// The events of the JSON report, in the order of their first occurrence.
std::span<const JsonEvent> train_events();

/// One JSON object per line, {"event": …}, of train_events(). Reports about 200 steps of a run, with the
/// first and the last. Numbers that are not finite are null.
std::unique_ptr<TrainReport> make_json_report();

/// Text with a progress bar where standard output is a terminal, else with a line every few seconds.
std::unique_ptr<TrainReport> make_text_report();

/// Nothing on standard output; errors that do not end the run, on standard error.
std::unique_ptr<TrainReport> make_quiet_report();

}  // namespace attnlab
