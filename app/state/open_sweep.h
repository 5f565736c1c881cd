// Open sweep: the newest sweep whose runs are open, and what they have reached.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/state/view_model.h"
#include "core/training/sweep/sweep_results.h"

namespace attnlab {

/// The most runs of a sweep that are open at once; the subcommand `sweep` trains more.
inline constexpr std::size_t kMostSweptRuns = 32;

/// A sweep with one entry for each point of its plan.
struct OpenSweep {
  std::shared_ptr<const SweepPlan> plan;
  std::vector<const RunView*> runs;  ///< null for a run that was closed
  std::vector<SweepResult> results;  ///< of a closed run: stopped, without numbers

  std::size_t ended() const;
  /// Whether a run learns or waits for its turn.
  bool goes_on() const;
  /// Whether a run that is open could go on.
  bool stopped() const;
};

/// The plan of the run that was opened last among those of sweeps; null where none is open.
std::shared_ptr<const SweepPlan> newest_plan(const std::vector<RunView>& runs);

/// The sweep of newest_plan(); nothing where none is open. Points into `runs`.
std::optional<OpenSweep> newest_sweep(const std::vector<RunView>& runs);

/// The plan of a sweep in the window. Throws std::invalid_argument with one line, as plan_sweep(), and with
/// the run's name where options do not fit together.
SweepPlan plan_open_sweep(const Preset& now, const SweepGrid& grid);

/// What a run has reached: its losses as last measured, seconds in all steps.
SweepResult result_of(const RunView& run);

}  // namespace attnlab
