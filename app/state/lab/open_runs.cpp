// Open runs: branches, experiments, showing and closing.
#include "app/state/lab/open_runs.h"

#include <stdexcept>
#include <utility>

#include "app/state/lab/run_settings.h"
#include "app/state/open_sweep.h"
#include "core/training/sweep/variants.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {

OpenRuns::OpenRuns(RunList& runs, Files& files, std::function<void(Relation)> on_shown)
    : runs_(runs), files_(files), on_shown_(std::move(on_shown)) {}

Relation OpenRuns::take(OpenModels opened, const OpenRequest& request) {
  using Learns = RunList::Learns;
  const Learns learns = request.learns_in_turn() ? Learns::InTurn : Learns::AtOnce;
  if (learns == Learns::InTurn) runs_.pause_all();
  request.beside() ? runs_.add(std::move(opened), learns) : runs_.replace(std::move(opened));
  if (request.kind == OpenRequest::Kind::Branch) return Relation::SameModel;
  return request.beside() ? Relation::SameTask : Relation::None;
}

void OpenRuns::branch(std::optional<Index> step, const std::vector<std::string>& changes) {
  TrainingRun& run = runs_.shown_run();
  run.pause();
  const Timeline& timeline = *runs_.timeline();
  auto point = std::make_shared<BranchPoint>();
  point->parts = *runs_.shown();
  point->past = run.record();
  // The newest kept state is the present state of a paused run; of a run that learns, a slightly older one.
  point->state = step ? timeline.nearest(*step) : timeline.states.back();
  const TrainingSettings before = step ? point->state->settings : run.status().settings;
  point->settings = before;
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos)
      throw std::invalid_argument("branch: \"" + change + "\" must be OPTION=VALUE");
    set_setting(point->settings, setting_name(std::string_view(change).substr(0, equals)),
                std::string_view(change).substr(equals + 1));
  }
  validate(point->settings);
  check_teacher_forcing(point->settings.config, runs_.shown()->experiment.model->config());
  point->past = until(point->past, point->state->step());
  point->origin = "run " + std::to_string(runs_.number()) + ", step " + std::to_string(point->state->step());
  const std::string name = settings_difference(before, point->settings);
  files_.open({.kind = OpenRequest::Kind::Branch, .name = name, .play = true, .branch = point});
}

Preset OpenRuns::preset_now() const {
  const TrainingSettings settings = runs_.shown_run().status().settings;
  return with_settings(runs_.shown()->experiment.preset, settings);
}

void OpenRuns::experiment(const std::string& name, Index side_by_side) {
  const auto preset = std::make_shared<Preset>(preset_now());
  if (variants_of(name, *preset).empty())
    throw std::invalid_argument("experiment " + name + " has nothing to compare in a model of kind " +
                                preset->model.architecture);
  runs_.set_side_by_side(side_by_side);
  files_.open({.kind = OpenRequest::Kind::Variants, .name = name, .changed = preset});
}

void OpenRuns::sweep(const SweepGrid& grid) {
  auto plan = std::make_shared<const SweepPlan>(plan_open_sweep(preset_now(), grid));
  files_.open({.kind = OpenRequest::Kind::Sweep, .name = "sweep", .sweep = std::move(plan)});
  runs_.set_side_by_side(grid.at_once);
}

namespace {

/// The numbers of the newest sweep's open runs. Throws std::invalid_argument where there are none.
std::vector<Index> numbers_of_sweep(const std::vector<RunView>& runs) {
  const std::optional<OpenSweep> sweep = newest_sweep(runs);
  if (!sweep) throw std::invalid_argument("there is no sweep: begin one with sweep OPTION=VALUE,VALUE");
  std::vector<Index> numbers;
  for (const RunView* run : sweep->runs)
    if (run) numbers.push_back(run->number);
  return numbers;
}

}  // namespace

void OpenRuns::stop_sweep() { runs_.stop(numbers_of_sweep(runs_.views())); }
void OpenRuns::go_on_with_sweep() { runs_.queue(numbers_of_sweep(runs_.views())); }

void OpenRuns::close_sweep() {
  std::vector<Index> numbers = numbers_of_sweep(runs_.views());
  runs_.stop(numbers);
  change_shown([&] {
    for (const Index number : numbers)
      if (runs_.views().size() > 1) runs_.close(number);
  });
}

/// Runs open at the same time share their task, and branches also their model.
void OpenRuns::change_shown(const std::function<void()>& change) {
  const OpenModel* const before = runs_.shown();
  const auto model = before ? before->experiment.model : nullptr;
  change();
  if (runs_.shown() == before) return;
  on_shown_(runs_.shown()->experiment.model == model ? Relation::SameModel : Relation::SameTask);
}

void OpenRuns::show_run(Index number) {
  change_shown([&] { runs_.show(number); });
}
void OpenRuns::close_run(Index number) {
  change_shown([&] { runs_.close(number); });
}

}  // namespace attnlab
