// Open sweep: runs sorted by their plan, and their newest measurements.
#include "app/state/open_sweep.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/config/no_such_kind.h"
#include "core/io/run_summary.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {
namespace {

/// The newest finite value of a column.
std::optional<double> last_measured(const Record& record, std::string_view column) {
  const Index at = record.column(column);
  for (std::size_t i = record.measurements.size(); at >= 0 && i-- > 0;) {
    const auto value = double(record.measurements[i].values[at]);
    if (std::isfinite(value)) return value;
  }
  return {};
}

SweepResult::State sweep_state(const RunView& run) {
  using State = SweepResult::State;
  if (run.waits) return State::Waiting;
  switch (run.training.state) {
    case TrainingView::State::Running: return State::Running;
    case TrainingView::State::Finished: return State::Done;
    case TrainingView::State::Failed: return State::Failed;
    case TrainingView::State::Paused:
    case TrainingView::State::None: return State::Stopped;
  }
  no_such_kind("state of a run");
}

}  // namespace

SweepResult result_of(const RunView& run) {
  SweepResult result{.state = sweep_state(run),
                     .steps = run.training.step,
                     .right_targets = last_measured(run.record, "validation.tokens"),
                     .right_examples = last_measured(run.record, "validation.sequences"),
                     .seconds = total_seconds(run.record.steps),
                     .error = run.training.message};
  if (const auto loss = mean_loss(run.record.steps)) result.train_loss = *loss;
  if (const auto loss = last_measured(run.record, "validation.loss")) result.validation_loss = *loss;
  return result;
}

std::shared_ptr<const SweepPlan> newest_plan(const std::vector<RunView>& runs) {
  const auto newest =
      std::find_if(runs.rbegin(), runs.rend(), [](const RunView& run) { return run.sweep.has_value(); });
  return newest == runs.rend() ? nullptr : newest->sweep->plan;
}

std::optional<OpenSweep> newest_sweep(const std::vector<RunView>& runs) {
  OpenSweep sweep{newest_plan(runs), {}, {}};
  if (!sweep.plan) return {};
  const std::size_t points = sweep.plan->points.size();
  sweep.runs.resize(points);
  sweep.results.assign(points, {.state = SweepResult::State::Stopped});
  for (const RunView& run : runs) {
    if (!run.sweep || run.sweep->plan != sweep.plan) continue;
    sweep.runs[run.sweep->point] = &run;
    sweep.results[run.sweep->point] = result_of(run);
  }
  return sweep;
}

SweepPlan plan_open_sweep(const Preset& now, const SweepGrid& grid) {
  SweepPlan plan = plan_sweep(now, grid, kMostSweptRuns);
  for (const SweepPoint& point : plan.points) {
    try {
      check_model_options(point.preset);
      validate(point.preset.training);
      check_teacher_forcing(point.preset.training, point.preset.model);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(error_of(point, error.what()));
    }
  }
  return plan;
}

std::size_t OpenSweep::ended() const {
  return static_cast<std::size_t>(std::ranges::count_if(results, has_ended));
}

bool OpenSweep::goes_on() const {
  return std::ranges::any_of(results, [](const SweepResult& run) {
    return run.state == SweepResult::State::Running || run.state == SweepResult::State::Waiting;
  });
}

bool OpenSweep::stopped() const {
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (runs[i] && results[i].state == SweepResult::State::Stopped) return true;
  return false;
}

}  // namespace attnlab
