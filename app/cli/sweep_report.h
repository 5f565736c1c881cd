// Sweep report: what `sweep` says on standard output, for people or for programs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/cli/json_event.h"
#include "app/cli/sweep_plan.h"

namespace attnlab {

/// Where one of the runs stands.
struct SweepState {
  enum class Kind { Waiting, Running, Done, Interrupted, Failed };
  Kind kind = Kind::Waiting;
  Index step = 0;
  double loss = 0;       ///< running mean
  TrainSummary summary;  ///< once it has ended; its loop is that of the whole run
  std::string error;     ///< why it failed
};

/// Done or failed, but not interrupted.
bool has_ended(const SweepState& state);

/// Told by one thread of all runs, which stand in the order of the plan.
class SweepReport {
 public:
  virtual ~SweepReport() = default;
  virtual void start(const std::vector<SweepRun>& runs, Index jobs) = 0;
  /// Several times a second.
  virtual void progress(const std::vector<SweepState>& states) = 0;
  virtual void ended(std::size_t run, const SweepState& state) = 0;
  /// Those that ended, in a table, best first.
  virtual void done(const std::vector<SweepState>& states, const std::string& out) = 0;
};

/// What the JSON report prints, in the order in which the events first come.
std::span<const JsonEvent> sweep_events();

/// One JSON object a line, {"event": …}, of sweep_events().
std::unique_ptr<SweepReport> make_json_sweep_report(const std::vector<SweepAxis>& axes);

/// A line for each run that ends; on a terminal, below them, one for each run in progress.
std::unique_ptr<SweepReport> make_text_sweep_report(const std::vector<SweepAxis>& axes);

/// Places of the runs that ended, by validation loss; those without one last.
std::vector<std::size_t> ranking(const std::vector<SweepState>& states);

}  // namespace attnlab
