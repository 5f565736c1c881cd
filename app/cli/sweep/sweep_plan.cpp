// Sweep plan of the command line: names of folders, and their content.
#include "app/cli/sweep/sweep_plan.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/run_summary.h"
#include "core/language/messages.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPlannedRuns = 1000;

SweepGrid grid_of(const SweepOptions& options) {
  SweepGrid grid{.seeds = options.seeds};
  try {
    for (const std::string& text : options.axes) grid.axes.push_back(parse_axis(text));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("--set ") + error.what());
  }
  return grid;
}

/// A path in a value becomes part of a name.
std::string as_file_name(std::string text) {
  std::ranges::replace(text, '/', '_');
  return text;
}

/// The content of the run's folder, which may hold only this run.
SweepRun::Start start_of(const SweepRun& run) {
  if (run.train.out.empty() || !is_checkpoint(run.train.out)) return SweepRun::Start::New;
  const RunSummary stored = summarize_run(run.train.out);
  const bool same = preset_to_json(stored.preset) == preset_to_json(run.preset) &&
                    settings_difference(first_settings(run.preset), stored.settings).empty();
  if (!same)
    throw std::invalid_argument(
        tr("{1} contains a run with other options: give another --out", run.train.out));
  return stored.steps >= run.until ? SweepRun::Start::Finished : SweepRun::Start::GoOn;
}

SweepRun make_run(const SweepOptions& options, const SweepPoint& point) {
  SweepRun run{
      .name = as_file_name(point.name), .values = point.values, .preset = {}, .train = options.train};
  run.train.set.clear();
  if (run.name.empty()) run.name = options.train.preset;
  if (!options.out.empty()) run.train.out = (fs::path(options.out) / run.name).string();
  const Experiment experiment = make_experiment(point.preset);
  check_teacher_forcing(point.preset.training, experiment.preset.model);
  run.preset = experiment.preset;
  run.until = options.train.steps.value_or(point.preset.training.steps);
  run.start = start_of(run);
  return run;
}

}  // namespace

SweepRuns plan_runs(const SweepOptions& options) {
  TrainOptions base = options.train;
  base.set.clear();
  SweepRuns all{plan_sweep(new_preset(base), grid_of(options), kMostPlannedRuns), {}};
  for (const SweepPoint& point : all.plan.points) {
    try {
      all.runs.push_back(make_run(options, point));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(error_of(point, error.what()));
    }
  }
  for (const SweepRun& run : all.runs) {
    if (std::ranges::count(all.runs, run.name, &SweepRun::name) > 1)
      throw std::invalid_argument(tr("two runs would have the same name {1}", run.name));
    if (!run.train.out.empty()) check_can_save(run.train.out);
  }
  return all;
}

}  // namespace attnlab
