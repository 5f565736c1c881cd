// A small model that learns, for tests of runs on their threads.
#pragma once

#include <memory>

#include "core/training/preset.h"
#include "core/training/run/training_run.h"
#include "tests/support/waiting.h"

namespace attnlab {

inline Experiment small_experiment() {
  Preset preset = find_preset("reverse");
  for (const char* option : {"width=16", "heads=2", "layers=1", "feed_forward=32", "batch=8", "steps=1000000",
                             "model.dropout=0.1", "task.max_length=6"}) {
    set_option(preset, option);
  }
  return make_experiment(preset);
}

inline std::unique_ptr<Trainer> trainer_for(const Experiment& e, int threads = 2) {
  return std::make_unique<Trainer>(e.model, e.task, e.preset.training, threads);
}

}  // namespace attnlab
