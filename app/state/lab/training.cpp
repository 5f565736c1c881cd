// Lab: what commands do to the runs.
#include <stdexcept>

#include "app/state/lab/lab.h"
#include "core/training/teacher_forcing.h"
#include "core/training/variants.h"

namespace attnlab {
namespace {

/// "batch" of "training.batch": sections' names may stand before an option.
std::string setting_name(std::string_view option) {
  constexpr std::string_view kSection = "training.";
  if (option.starts_with(kSection)) option.remove_prefix(kSection.size());
  return std::string(option == "model.dropout" ? "dropout" : option);
}

/// Sets "batch" and the like. Throws std::invalid_argument.
void set_setting(TrainingSettings& settings, std::string_view option, std::string_view value) {
  if (option == "seed" || option == "shards")
    throw std::invalid_argument("training." + std::string(option) + " cannot change within a run: " +
                                (option == "seed" ? "use train.reset SEED" : "it orders the sums"));
  set_field(settings_fields(settings), option, value, "training");
}

}  // namespace

TrainingRun& Lab::run_or_throw() const {
  if (model_ && model_->run) return *model_->run;
  throw std::invalid_argument("there is nothing to train: open a preset or a text file");
}

void Lab::train_play() { run_or_throw().play(); }
void Lab::train_pause() { run_or_throw().pause(); }
bool Lab::train_toggle() {
  TrainingRun& run = run_or_throw();
  const bool plays = run.status().state == RunStatus::State::Running;
  plays ? run.pause() : run.play();
  return !plays;
}
void Lab::train_step(Index count) {
  TrainingRun& run = run_or_throw();
  run.pause();
  run.step(count);
}
void Lab::train_to_loss(double loss) { run_or_throw().play_to(loss); }

/// On what the trace on screen reads and predicts.
void Lab::train_example() {
  TrainingRun& run = run_or_throw();
  const TracePtr trace = traced_.trace();
  if (!trace) throw std::invalid_argument("there is no example on screen yet");
  if (trace->target_is_generated || trace->batch().counted_targets() == 0)
    throw std::invalid_argument("the example on screen has no right answer to learn from");
  run.pause();
  run.step_on(trace->batch());
}

void Lab::train_reset(std::optional<Index> seed) {
  TrainingRun& run = run_or_throw();
  run.pause();
  seed ? run.reset(*seed) : run.reset();
}

std::function<void()> Lab::train_set(const std::string& name, const std::string& value) {
  TrainingRun& run = run_or_throw();
  const std::string option = setting_name(name);
  TrainingSettings tried = run.status().settings;
  const TrainingSettings before = tried;
  set_setting(tried, option, value);
  validate(tried);
  check_teacher_forcing(tried.config, model_->experiment.model->config());
  run.change([option, value](TrainingSettings& settings) { set_setting(settings, option, value); });
  return [this, option, was = setting_text(before, option)] {
    run_or_throw().change([option, was](TrainingSettings& settings) { set_setting(settings, option, was); });
  };
}

void Lab::pin(std::optional<Index> step, const std::string& name) {
  TrainingRun& run = run_or_throw();
  if (!step) return run.pin(name);
  if (!run.recorder().name_pin(*step, name))
    throw std::invalid_argument("step " + std::to_string(*step) + " is not kept any more");
}
void Lab::unpin(Index step) { run_or_throw().recorder().name_pin(step, ""); }

void Lab::branch(const std::vector<std::string>& changes) {
  TrainingRun& run = run_or_throw();
  run.pause();
  const Timeline& kept = *timeline();
  const std::optional<Index> rewound = dispatcher_.state().rewound;
  auto point = std::make_shared<BranchPoint>();
  point->parts = *model_;
  point->past = run.record();
  // The newest kept state is the newest one while the run pauses; while it learns, it is a little older.
  point->state = rewound ? kept.nearest(*rewound) : kept.kept.back();
  const Index step = point->state->step();
  const TrainingSettings before = rewound ? point->state->settings : run.status().settings;
  point->settings = before;
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos)
      throw std::invalid_argument("branch: \"" + change + "\" must be OPTION=VALUE");
    set_setting(point->settings, setting_name(std::string_view(change).substr(0, equals)),
                std::string_view(change).substr(equals + 1));
  }
  validate(point->settings);
  check_teacher_forcing(point->settings.config, model_->experiment.model->config());
  point->past = until(point->past, step);
  point->origin = "run " + std::to_string(runs_.number()) + ", step " + std::to_string(step);
  const std::string name = settings_difference(before, point->settings);
  open({.kind = OpenRequest::Kind::Branch, .name = name, .play = true, .branch = point});
}

void Lab::experiment(const std::string& name, Index side_by_side) {
  run_or_throw();
  const auto preset = std::make_shared<Preset>(model_->experiment.preset);
  if (variants_of(name, *preset).empty())
    throw std::invalid_argument("experiment " + name + " has nothing to compare in a model of kind " +
                                preset->model.architecture);
  runs_.set_side_by_side(side_by_side);
  open({.kind = OpenRequest::Kind::Variants, .name = name, .changed = preset});
}

/// Of the run on screen to the one before it, which is open beside it and had this model.
Lab::Relation Lab::relation_to(const std::shared_ptr<const Model>& before) const {
  return runs_.shown()->experiment.model == before ? Relation::SameModel : Relation::SameTask;
}

void Lab::show_run(Index number) {
  const OpenModel* before = model_;
  const auto layout = model_ ? model_->experiment.model : nullptr;
  runs_.show(number);
  if (runs_.shown() != before) look_at_shown_run(relation_to(layout));
}

void Lab::close_run(Index number) {
  const OpenModel* before = model_;
  const auto layout = model_->experiment.model;
  runs_.close(number);
  if (runs_.shown() != before) look_at_shown_run(relation_to(layout));
}

}  // namespace attnlab
