// Learn: a preset trained to the end of its steps, or step by step, and its goal.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/run/train_loop.h"

namespace attnlab::testing {

struct Learnt {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  double seconds = 0;

  SnapshotPtr snapshot() const { return trainer->snapshot(); }
};

/// `preset` before its first step.
inline Learnt begin(const Preset& preset) {
  Learnt learnt{make_experiment(preset), nullptr, 0};
  const Experiment& e = learnt.experiment;
  learnt.trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training);
  return learnt;
}

/// Trains `steps` more steps.
inline void go_on(Learnt& learnt, Index steps) {
  TrainLoopOptions loop;
  loop.until = learnt.trainer->steps_done() + steps;
  const TrainLoopResult result = train_until(*learnt.trainer, loop);
  EXPECT_EQ(result.failure, "");
  learnt.seconds += result.seconds;
}

inline Learnt learn(const Preset& preset) {
  Learnt learnt = begin(preset);
  go_on(learnt, preset.training.steps);
  return learnt;
}

inline Preset preset_with(const std::string& name, const std::vector<std::string>& options) {
  Preset preset = find_preset(name);
  for (const std::string& option : options) set_option(preset, option);
  return preset;
}

inline Learnt learn(const std::string& name, const std::vector<std::string>& options = {}) {
  return learn(preset_with(name, options));
}

/// The measured value of a goal's metric.
inline double measured(const Learnt& learnt, const std::string& metric) {
  constexpr Index kExamples = 1000, kBatches = 20;
  if (metric == "loss") return learnt.trainer->validation_loss(kBatches);
  const Experiment& e = learnt.experiment;
  const Accuracy found =
      accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, e.task->validation_examples(kExamples));
  return metric == "sequences" ? found.sequences : found.tokens;
}

/// Measures what was learnt, and says whether it is the goal that its preset states.
inline bool reaches_goal(const Learnt& learnt) {
  const Preset& preset = learnt.experiment.preset;
  const double found = measured(learnt, preset.goal.metric);
  std::printf("%s: %s %.4f after %lld steps, %.1f s of training\n", preset.name.c_str(),
              preset.goal.metric.c_str(), found, static_cast<long long>(learnt.trainer->steps_done()),
              learnt.seconds);
  return preset.goal.metric == "loss" ? found <= preset.goal.value : found >= preset.goal.value;
}

/// What was learnt reaches the goal that its preset states.
inline void expect_goal(const Learnt& learnt) { EXPECT_TRUE(reaches_goal(learnt)); }

}  // namespace attnlab::testing
