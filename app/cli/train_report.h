// Train report: what `train` says on standard output, for people or for programs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/cli/json_event.h"
#include "app/cli/train_run.h"

namespace attnlab {

/// Told of a run from start to end.
class TrainReport {
 public:
  virtual ~TrainReport() = default;
  virtual void start(const TrainRun& run) = 0;
  virtual void step(const StepMetrics& metrics) = 0;
  virtual void validation(const Measured& measured) = 0;
  virtual void saved(const std::string& folder) = 0;
  virtual void problem(const std::string& what) = 0;  ///< that does not end the run
  virtual void done(const TrainSummary& summary) = 0;
};

/// What the JSON report prints, in the order in which the events first come.
std::span<const JsonEvent> train_events();

/// One JSON object a line, {"event": …}, of train_events(). About 200 steps of a run are told, the first and
/// the last among them. Numbers that are not finite are null.
std::unique_ptr<TrainReport> make_json_report();

/// Text with a progress bar where standard output is a terminal, else with a line every few seconds.
std::unique_ptr<TrainReport> make_text_report();

}  // namespace attnlab
