// Trainer between steps: its settings, and the state that a run continues from.
#include <stdexcept>

#include "core/tensor/archive.h"
#include "core/training/memory.h"
#include "core/training/trainer_parts.h"

namespace attnlab {

void Trainer::begin_anew() {
  if (first_.of_seed)
    model_->parameters().initialize(weights_, static_cast<std::uint64_t>(config().seed));
  else
    weights_ = first_.given->weights;
  optimizer_ = AdamW(model_->parameters(), config());
  if (on_device_) on_device_->forget();
  watched_update_.reset();
  steps_done_ = 0;
  settings_.learning_rate_factor = 1;
}

void Trainer::reset() { reset(config().seed); }

void Trainer::reset(Index seed) {
  if (!first_.of_seed && !first_.given)
    throw std::runtime_error(
        "cannot restart the run: it began with the weights of an opened model, which are not stored with the "
        "run; "
        "open the model again");
  settings_.config.seed = seed;
  begin_anew();
}

void Trainer::change(const TrainingSettings& wanted) {
  TrainingSettings settings = wanted;
  settings.config.seed = config().seed;
  settings.config.shards = config().shards;
  settings.config.train = config().train;
  take_over(settings);
}

void Trainer::take_over(const TrainingSettings& wanted) {
  TrainingSettings settings = wanted;
  settings.live = replaced(settings_.live, wanted.live);
  attnlab::validate(settings);
  check_teacher_forcing(settings.config, model_->config());
  if (settings.config.batch > config().batch)
    check_memory(model_->config(), settings.config,
                 trained_size(*model_, *task_, trained_, first_.given != nullptr));
  const std::shared_ptr<const Model> model = with_live_values(model_, settings.live);
  if (on_device_) {
    require_known(*on_device_->device, *model, settings.config);
    settle();
  }
  if (on_device_ && model != model_) {
    on_device_->training.reset();
    on_device_->forget();
  }
  model_ = model;
  if (const auto task = with_live_values(task_, settings.live); task != task_)
    validator_.change_task(task_ = task);
  settings_ = settings;
  optimizer_.change(settings_.config);
  make_shards();
}

TrainingState Trainer::state(Archive* archive) const {
  settle();
  const OptimizerState& moments = optimizer_.state();
  const auto bytes = [](const AlignedBuffer& cells) { return cells.size() * sizeof(Real); };
  const MemorySourcePtr block =
      archive ? archive->block({bytes(weights_), bytes(moments.mean), bytes(moments.square)}) : nullptr;
  return {make_snapshot(steps_done_, weights_, {}, block),
          std::make_shared<const OptimizerState>(
              OptimizerState{copy_of(moments.mean, block), copy_of(moments.square, block), moments.updates}),
          settings_};
}

void Trainer::restore(const TrainingState& state) {
  const AlignedBuffer& weights = state.snapshot->weights;
  const auto check = [](std::size_t stored, std::size_t own, const char* what) {
    if (stored != own)
      throw std::invalid_argument("the stored state has " + std::to_string(stored) + what +
                                  ", but the model has " + std::to_string(own));
  };
  const auto learning = static_cast<std::size_t>(trained_.cells());
  check(weights.size(), weights_.size(), " weights");
  check(state.optimizer->mean.size(), learning, " trainable weights");
  check(state.optimizer->square.size(), learning, " trainable weights");
  take_over(state.settings);
  weights_ = weights;
  optimizer_.state() = *state.optimizer;
  if (on_device_) on_device_->forget();
  watched_update_.reset();
  steps_done_ = state.step();
}

void Trainer::watch(Index cell) {
  if (cell == watched_) return;
  watched_ = cell;
  watched_update_.reset();
}

}  // namespace attnlab
