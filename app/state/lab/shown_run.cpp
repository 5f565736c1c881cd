// Shown run: training, settings, pins, weights.
#include "app/state/lab/shown_run.h"

#include <stdexcept>

#include "app/base/format.h"
#include "app/state/lab/run_settings.h"
#include "core/language/messages.h"
#include "core/trace/trace.h"
#include "core/trace/weight_edit.h"
#include "core/training/teacher_forcing.h"

namespace attnlab {

void ShownRun::play() { runs_.shown_run().play(); }
void ShownRun::pause() { runs_.shown_run().pause(); }
bool ShownRun::toggle() {
  TrainingRun& run = runs_.shown_run();
  const RunStatus status = run.status();
  if (status.state == RunStatus::State::Running) return run.pause(), false;
  if (run.play_to_limit()) return true;
  notice_.set(tr("the run has reached its limit of {1} steps; to train it further, use Continue in the "
                 "Training panel or in the Train menu",
                 format_count(status.steps)),
              NoticeKind::Message);
  return false;
}
void ShownRun::step(Index count) {
  TrainingRun& run = runs_.shown_run();
  run.pause();
  run.step(count);
}
void ShownRun::step_beyond(Index count) {
  TrainingRun& run = runs_.shown_run();
  run.pause();
  run.step(count, AtLimit::GoOn);
}
void ShownRun::to_loss(double loss) { runs_.shown_run().play_to(loss); }

/// Trains on the input and the target of the trace on screen.
void ShownRun::learn_example(const Trace* trace) {
  TrainingRun& run = runs_.shown_run();
  if (!trace) throw std::invalid_argument(tr("there is no example on screen yet"));
  if (trace->target_is_generated || trace->batch().counted_targets() == 0)
    throw std::invalid_argument(tr("the example on screen does not have a correct answer to learn from"));
  run.pause();
  run.step_on(trace->batch());
}

void ShownRun::reset(std::optional<Index> seed) {
  TrainingRun& run = runs_.shown_run();
  run.pause();
  seed ? run.reset(*seed) : run.reset();
}

void ShownRun::step_on_gpu(std::optional<bool> wanted) {
  TrainingRun& run = runs_.shown_run();
  const RunStatus status = run.status();
  if (!wanted.value_or(status.step_device.empty())) return run.use_step_device(nullptr);
  run.use_step_device(gpu_for(status.settings.config));
}

/// The GPU, for steps with these settings. Throws as step_on_gpu().
std::shared_ptr<StepDevice> ShownRun::gpu_for(const TrainingConfig& config) {
  std::shared_ptr<StepDevice> device = gpu_.get();
  const std::string why = device->refuses(*runs_.shown()->experiment.model, config);
  if (!why.empty()) throw std::invalid_argument(tr("the GPU cannot train this run: {1}", why));
  return device;
}

std::function<void()> ShownRun::set(const std::string& option, const std::string& value) {
  TrainingRun& run = runs_.shown_run();
  const std::string name = setting_name(option);
  TrainingSettings tried = run.status().settings;
  const TrainingSettings before = tried;
  set_setting(tried, name, value);
  validate(tried);
  check_teacher_forcing(tried.config, runs_.shown()->experiment.model->config());
  if (!run.status().step_device.empty()) gpu_for(tried.config);
  run.change([name, value](TrainingSettings& settings) { set_setting(settings, name, value); });
  return [this, name, was = setting_text(before, name)] {
    runs_.shown_run().change([name, was](TrainingSettings& settings) { set_setting(settings, name, was); });
  };
}

void ShownRun::pin(std::optional<Index> step, const std::string& name) {
  TrainingRun& run = runs_.shown_run();
  if (!step) return run.pin(name);
  if (!run.recorder().name_pin(*step, name))
    throw std::invalid_argument(tr("step {1} is no longer stored", std::to_string(*step)));
}
void ShownRun::unpin(Index step) { runs_.shown_run().recorder().name_pin(step, ""); }

void ShownRun::change_weights(std::function<void(std::span<Real>)> change) {
  OpenModel& model = *runs_.shown();
  if (model.run) return model.run->change_weights(std::move(change));
  auto changed = std::make_shared<WeightsSnapshot>(*model.stored);
  change(changed->weights);
  model.stored = std::move(changed);
  model.weights_changed = true;
}

std::function<void()> ShownRun::edit_weights(const CellEdit& edit) {
  if (!runs_.shown())
    throw std::invalid_argument(tr("no model is open yet, so there are no weights to change"));
  const OpenModel& open = *runs_.shown();
  const std::shared_ptr<const Model> model = open.experiment.model;
  weight_changes(model->parameters(), open.snapshot()->weights, edit);  // throws for unknown weights
  const auto changes = std::make_shared<std::vector<WeightChange>>();
  change_weights([edit, changes, model](std::span<Real> weights) {
    *changes = weight_changes(model->parameters(), weights, edit);
    for (const WeightChange& c : *changes) weights[c.offset] = c.after;
  });
  return [this, changes] {
    change_weights([changes](std::span<Real> weights) {
      for (const WeightChange& c : *changes) weights[c.offset] = c.before;
    });
  };
}

}  // namespace attnlab
