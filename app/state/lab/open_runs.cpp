// Open runs: branches, experiments, showing and closing.
#include "app/state/lab/open_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/state/lab/run_settings.h"
#include "app/state/open_sweep.h"
#include "core/language/messages.h"
#include "core/training/sweep/variants.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {

OpenRuns::OpenRuns(RunList& runs, Files& files, OnShown on_shown)
    : runs_(runs), files_(files), on_shown_(std::move(on_shown)) {}

namespace {

/// Nothing is lost with the run of the start where it has made no step, or gives way to all that was open in
/// another window.
RunList::StartRun start_run_at(const RunView* shown, const OpenRequest& request) {
  using StartRun = RunList::StartRun;
  if (request.kind == OpenRequest::Kind::Session) return StartRun::GivesWay;
  const bool untrained = shown && shown->training.step == 0 && !shown->training.pending &&
                         shown->training.state != TrainingView::State::Running;
  return request.is_new() && untrained ? StartRun::GivesWay : StartRun::Stays;
}

}  // namespace

OpenRuns::Taken OpenRuns::take(OpenModels opened, const OpenRequest& request) {
  using Learns = RunList::Learns;
  const std::shared_ptr<const OpenModel> before = runs_.shown() ? runs_.share(runs_.number()) : nullptr;
  Taken taken;
  if (request.kind == OpenRequest::Kind::Return) {
    come_back(std::move(opened), request);
  } else {
    const Learns learns = request.learns_in_turn() ? Learns::InTurn : Learns::AtOnce;
    if (learns == Learns::InTurn) runs_.pause_all();
    if (request.is_new() && opened.front()->plays) taken.paused = runs_.pause_shown();
    runs_.add(std::move(opened), learns, start_run_at(runs_.shown_view(), request));
    if (!runs_.has(taken.paused)) taken.paused = 0;
  }
  const bool other = request.is_new() || request.kind == OpenRequest::Kind::Session;
  taken.relation = other ? Relation::None : relation_to(before.get());
  return taken;
}

void OpenRuns::come_back(OpenModels opened, const OpenRequest& request) {
  runs_.bring_back(request.number, std::move(opened.front()));
  if (!runs_.has(request.number)) return;
  if (request.shows) runs_.show(request.number);
  if (request.closes > 0 && runs_.has(request.closes)) runs_.close(request.closes);
}

void OpenRuns::bring_back(Index number, OpenRequest request) {
  request.kind = OpenRequest::Kind::Return;
  request.number = number;
  request.away = runs_.share(number);
  request.name = tr("run {1}", std::to_string(number));
  files_.open(std::move(request));
}

/// A run that cannot come back no longer waits for its turn, or it would be tried again at once.
void OpenRuns::stay_away(const OpenRequest& request) {
  if (request.kind == OpenRequest::Kind::Return && !request.shows && runs_.has(request.number))
    runs_.stop({{request.number}});
}

void OpenRuns::update() {
  if (runs_.wanted_back() > 0 && !files_.opening()) bring_back(runs_.wanted_back(), {.shows = false});
}

void OpenRuns::look_at(Index number, ChoicesOf choices) {
  if (runs_.is_away(number)) return bring_back(number, {.as_left = choices == ChoicesOf::Left});
  change_shown([&] { runs_.show(number); }, choices);
}

/// Whether the run is closed now: where the one that is to take its place is away, that comes first.
bool OpenRuns::close_or_ask(Index number, RunList::Closed closed) {
  const Index next = runs_.successor(number);
  if (!runs_.is_away(next)) return runs_.close(number, closed), true;
  bring_back(next, {.closes = number});
  return false;
}

namespace {

/// What a preset trains, without its name and its words.
nlohmann::ordered_json recipe_of(const Preset& preset) {
  const nlohmann::ordered_json all = preset_to_json(preset);
  return {{"task", all.at("task")}, {"model", all.at("model")}, {"training", all.at("training")}};
}

bool same_task(const OpenModel& a, const OpenModel& b) {
  return recipe_of(a.experiment.preset).at("task") == recipe_of(b.experiment.preset).at("task");
}

/// Whether a run was trained without changes on the way.
bool is_untouched(const RunView& run) { return run.record.timeline && run.record.timeline->events.empty(); }

}  // namespace

/// Branches share their task and their model.
Relation OpenRuns::relation_to(const OpenModel* before) const {
  const OpenModel& now = *runs_.shown();
  if (!before || !same_task(*before, now)) return Relation::None;
  return before->experiment.model == now.experiment.model ? Relation::SameModel : Relation::SameTask;
}

void OpenRuns::show_of(const std::string& name, const std::vector<std::string>& options) {
  const auto wanted = std::make_shared<Preset>(find_preset(name));
  set_options(*wanted, options);
  const nlohmann::ordered_json recipe = recipe_of(*wanted);
  runs_.pause_all();
  for (const RunView& run : runs_.views()) {
    const std::shared_ptr<const OpenModel> model = runs_.share(run.number);
    if (model->recipe && is_untouched(run) && recipe_of(*model->recipe) == recipe)
      return look_at(run.number, ChoicesOf::First);
  }
  files_.open({.kind = OpenRequest::Kind::Recipe, .name = name, .play = false, .changed = wanted});
}

namespace {

/// Whether the run of a saved model is as it was opened, but for steps that it was trained since.
bool is_as_saved(const OpenModel& model, const RunView& run) {
  return !run.record.timeline || run.record.timeline->events.size() == model.saved_events;
}

}  // namespace

void OpenRuns::show_saved(const std::string& folder, const std::vector<std::string>& options) {
  runs_.pause_all();
  for (const RunView& run : runs_.views()) {
    const std::shared_ptr<const OpenModel> model = runs_.share(run.number);
    if (model->saved_in == folder && is_as_saved(*model, run)) return look_at(run.number, ChoicesOf::First);
  }
  files_.open({.kind = OpenRequest::Kind::Saved, .name = folder, .play = false, .options = options});
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
      throw std::invalid_argument(tr("branch: \"{1}\" must be OPTION=VALUE", change));
    set_setting(point->settings, setting_name(std::string_view(change).substr(0, equals)),
                std::string_view(change).substr(equals + 1));
  }
  validate(point->settings);
  check_teacher_forcing(point->settings.config, runs_.shown()->experiment.model->config());
  point->past = until(point->past, point->state->step());
  point->origin =
      tr("run {1}, step {2}", std::to_string(runs_.number()), std::to_string(point->state->step()));
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
    throw std::invalid_argument(
        tr("the experiment {1} has nothing to compare in a model of the architecture {2}", name,
           preset->model.architecture));
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
  if (!sweep) throw std::invalid_argument(tr("there is no sweep: start one with sweep OPTION=VALUE,VALUE"));
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
  std::ranges::stable_partition(numbers, [&](Index number) { return number != runs_.number(); });
  change_shown(
      [&] {
        for (const Index number : numbers)
          if (runs_.views().size() > 1) close_or_ask(number, RunList::Closed::IsForgotten);
      },
      ChoicesOf::Left);
}

void OpenRuns::change_shown(const std::function<void()>& change, ChoicesOf choices) {
  const std::shared_ptr<const OpenModel> before = runs_.shown() ? runs_.share(runs_.number()) : nullptr;
  change();
  if (runs_.shown() != before.get()) on_shown_(relation_to(before.get()), choices);
}

void OpenRuns::show_run(Index number) { look_at(number, ChoicesOf::Left); }
void OpenRuns::close_run(Index number) {
  change_shown([&] { close_or_ask(number, RunList::Closed::IsKept); }, ChoicesOf::Left);
}
void OpenRuns::reopen_run() {
  const Index number = runs_.closed();
  runs_.reopen();
  look_at(number, ChoicesOf::Left);
}

}  // namespace attnlab
