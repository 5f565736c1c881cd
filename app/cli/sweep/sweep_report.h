// Sweep report: the output of `sweep`, for people or for programs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/cli/json_event.h"
#include "app/cli/sweep/sweep_plan.h"
#include "core/training/sweep/sweep_results.h"

namespace attnlab {

/// Listener of a sweep, called by one thread. Results are in the order of the plan.
class SweepReport {
 public:
  virtual ~SweepReport() = default;
  virtual void start(Index jobs) = 0;
  /// Called several times a second.
  virtual void progress(const std::vector<SweepResult>& results) = 0;
  virtual void ended(std::size_t run, const SweepResult& result) = 0;
  /// Prints a table of the ended runs, the best first, and means over seeds where there are several.
  virtual void done(const std::vector<SweepResult>& results, const std::string& out) = 0;
};

/// The events of the JSON report, in the order of their first occurrence.
std::span<const JsonEvent> sweep_events();

/// One JSON object per line, {"event": …}, of sweep_events(). `sweep` must outlive it.
std::unique_ptr<SweepReport> make_json_sweep_report(const SweepRuns& sweep);

/// A line for each run that ends; on a terminal, below them, a line for each run in progress. `sweep` must
/// outlive it.
std::unique_ptr<SweepReport> make_text_sweep_report(const SweepRuns& sweep);

}  // namespace attnlab
