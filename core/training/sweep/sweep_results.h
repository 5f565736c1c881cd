// Sweep results: what the runs of a sweep have reached, their order, and their means over seeds.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/training/sweep/sweep.h"

namespace attnlab {

/// What a run of a sweep has reached. Losses are mean cross-entropies a target, in nats; NaN: not measured.
struct SweepResult {
  enum class State { Waiting, Running, Done, Stopped, Failed };
  State state = State::Waiting;
  Index steps = 0;                                                    ///< made so far
  double train_loss = std::numeric_limits<double>::quiet_NaN();       ///< mean of the last steps
  double validation_loss = std::numeric_limits<double>::quiet_NaN();  ///< on held-out examples
  std::optional<double> right_targets{};   ///< share of right targets of held-out examples, where measured
  std::optional<double> right_examples{};  ///< share of those that are right to the end, where measured
  double seconds = 0;                      ///< spent in steps
  std::string error{};                     ///< why it failed
};

/// Whether the run is done or failed, not stopped.
bool has_ended(const SweepResult& result);

/// Indices of the runs that have ended by validation loss, the least first; those without one come last.
std::vector<std::size_t> ranking(std::span<const SweepResult> results);

/// Mean and spread of values that are finite.
struct MeanOverSeeds {
  Index count = 0;
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< NaN without values
  double deviation =
      std::numeric_limits<double>::quiet_NaN();  ///< of a sample (n − 1); NaN for fewer than two
};
MeanOverSeeds mean_over_seeds(std::span<const double> values);

/// One combination: its runs differ in their seeds alone.
struct SweepRow {
  std::vector<std::string> values;  ///< one for each of SweepPlan::options()
  std::size_t first = 0;            ///< its first point; there are SweepPlan::seeds
  Index done = 0, failed = 0;       ///< of these
  MeanOverSeeds train_loss, validation_loss, right_targets, right_examples, seconds;  ///< over those done
};

/// The rows of all combinations, in the plan's order. `results` has one for each point.
std::vector<SweepRow> sweep_rows(const SweepPlan& plan, std::span<const SweepResult> results);

/// The row with the least mean validation loss among those of which all runs are done; nothing before two
/// such rows.
std::optional<std::size_t> best_row(const SweepPlan& plan, std::span<const SweepRow> rows);

/// Comma-separated values with a heading: one line for each run, its options, then state, steps, train_loss,
/// validation_loss, right_targets, right_examples and seconds; what was not measured is empty. A cell with a
/// comma, a quotation mark or a line break is quoted.
std::string sweep_csv(const SweepPlan& plan, std::span<const SweepResult> results);

/// "waiting", "done" and so on.
std::string_view state_name(SweepResult::State state);

}  // namespace attnlab
