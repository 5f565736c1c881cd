// Sweep report: the output of `sweep`, for people or for programs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/cli/json_event.h"
#include "app/cli/sweep_plan.h"

namespace attnlab {

/// The progress of one run.
struct SweepState {
  enum class Kind { Waiting, Running, Done, Interrupted, Failed };
  Kind kind = Kind::Waiting;
  Index step = 0;
  double loss = 0;       ///< running mean
  TrainSummary summary;  ///< after the end; its loop covers the whole run
  std::string error;     ///< why the run failed
};

/// Whether the run is done or failed, not interrupted.
bool has_ended(const SweepState& state);

/// Listener of a sweep, called by one thread. States are in the order of the plan.
class SweepReport {
 public:
  virtual ~SweepReport() = default;
  virtual void start(const std::vector<SweepRun>& runs, Index jobs) = 0;
  /// Called several times a second.
  virtual void progress(const std::vector<SweepState>& states) = 0;
  virtual void ended(std::size_t run, const SweepState& state) = 0;
  /// Prints a table of the ended runs, the best first.
  virtual void done(const std::vector<SweepState>& states, const std::string& out) = 0;
};

/// The events of the JSON report, in the order of their first occurrence.
std::span<const JsonEvent> sweep_events();

/// One JSON object per line, {"event": …}, of sweep_events().
std::unique_ptr<SweepReport> make_json_sweep_report(const std::vector<SweepAxis>& axes);

/// A line for each run that ends; on a terminal, below them, a line for each run in progress.
std::unique_ptr<SweepReport> make_text_sweep_report(const std::vector<SweepAxis>& axes);

/// Indices of the ended runs by validation loss; runs without one come last.
std::vector<std::size_t> ranking(const std::vector<SweepState>& states);

}  // namespace attnlab
