// Learn: a preset trained to the end of its steps.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/training/preset.h"
#include "core/training/train_loop.h"

namespace attnlab::testing {

struct Learnt {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  double seconds = 0;

  SnapshotPtr snapshot() const { return trainer->snapshot(); }
};

inline Learnt learn(const std::string& name, const std::vector<std::string>& options = {}) {
  Preset preset = find_preset(name);
  for (const std::string& option : options) set_option(preset, option);
  Learnt learnt{make_experiment(preset), nullptr, 0};
  const Experiment& e = learnt.experiment;
  learnt.trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training);
  TrainLoopOptions loop;
  loop.until = e.preset.training.steps;
  const TrainLoopResult result = train_until(*learnt.trainer, loop);
  EXPECT_EQ(result.failure, "");
  learnt.seconds = result.seconds;
  return learnt;
}

}  // namespace attnlab::testing
