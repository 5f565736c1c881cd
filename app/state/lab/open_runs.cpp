// Open runs: branches, experiments, showing and closing.
#include "app/state/lab/open_runs.h"

#include <stdexcept>
#include <utility>

#include "app/state/lab/run_settings.h"
#include "core/training/teacher_forcing.h"
#include "core/training/variants.h"

namespace attnlab {

OpenRuns::OpenRuns(RunList& runs, Files& files, std::function<void(Relation)> on_shown)
    : runs_(runs), files_(files), on_shown_(std::move(on_shown)) {}

Relation OpenRuns::take(OpenModels opened, const OpenRequest& request) {
  using Learns = RunList::Learns;
  const Learns learns = request.kind == OpenRequest::Kind::Variants ? Learns::InTurn : Learns::AtOnce;
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

void OpenRuns::experiment(const std::string& name, Index side_by_side) {
  const TrainingSettings settings = runs_.shown_run().status().settings;
  const auto preset = std::make_shared<Preset>(with_settings(runs_.shown()->experiment.preset, settings));
  if (variants_of(name, *preset).empty())
    throw std::invalid_argument("experiment " + name + " has nothing to compare in a model of kind " +
                                preset->model.architecture);
  runs_.set_side_by_side(side_by_side);
  files_.open({.kind = OpenRequest::Kind::Variants, .name = name, .changed = preset});
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
