// A training run that is small enough to be repeated many times in a test.
#pragma once

#include "core/io/checkpoint.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/preset.h"

namespace attnlab::testing {

/// Reversing strings of up to four of six letters, width 16, dropout on.
inline Preset small_preset() {
  Preset preset = find_preset("reverse");
  for (const char* option :
       {"model.width=16", "model.heads=2", "model.layers=1", "model.feed_forward=16", "model.dropout=0.1",
        "task.max_length=4", "task.symbols=6", "training.batch=8", "training.steps=60", "training.warmup=5"})
    set_option(preset, option);
  return preset;
}

/// A small language model on a built-in text.
inline Preset small_language_model() {
  Preset preset = find_preset("characters");
  for (const char* option : {"model.width=16", "model.heads=2", "model.layers=1", "model.feed_forward=16",
                             "model.context=12", "training.batch=4", "training.steps=60"})
    set_option(preset, option);
  return preset;
}

struct SmallRun {
  /// `device` computes attention; null: the processor.
  explicit SmallRun(const Preset& preset = small_preset(), Index steps = 0,
                    std::shared_ptr<AttentionDevice> device = nullptr)
      : experiment(make_experiment(preset)),
        trainer(experiment.model, experiment.task, experiment.preset.training, 1) {
    trainer.use_device(AttentionDeviceChoice(std::move(device)));
    for (Index i = 0; i < steps; ++i) trainer.step();
  }
  Checkpoint checkpoint(std::optional<Record> record = {}) const {
    return capture(experiment, trainer, std::move(record));
  }

  Experiment experiment;
  Trainer trainer;
};

}  // namespace attnlab::testing
