// A preset's model after a few steps, with its tracer, shared by the tests of analyses.
#pragma once

#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace attnlab::testing {

/// Options of a model that is small, but has two of everything.
inline const std::vector<std::string> kSmall = {"width=8", "heads=2", "layers=2", "feed_forward=12"};

/// A traced preset without special weights: biases and norms are far from 0 and 1.
struct TracedPreset {
  TracedPreset(const std::string& name, const std::vector<std::string>& options)
      : experiment(make_experiment(with_options(name, options))),
        tracer(experiment.model, experiment.vocabularies) {
    Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
    for (int i = 0; i < 5; ++i) trainer.step();
    RandomStream random(3);
    weights->weights.assign(trainer.weights().begin(), trainer.weights().end());
    for (Real& w : weights->weights) w += static_cast<Real>(0.1 * random.normal());
  }

  TracePtr trace(const TraceRequest& request, const TraceHooks& hooks = {}) const {
    return tracer.trace(weights, request, hooks);
  }

  /// The cells of one parameter.
  std::span<Real> parameter(std::string_view name) {
    for (const Parameter& p : experiment.model->parameters().all())
      if (p.name == name)
        return std::span(weights->weights)
            .subspan(static_cast<std::size_t>(p.offset), static_cast<std::size_t>(p.shape.size()));
    throw std::invalid_argument(std::string(name) + " is no parameter");
  }

  static Preset with_options(const std::string& name, const std::vector<std::string>& options) {
    Preset preset = find_preset(name);
    for (const std::string& option : options) set_option(preset, option);
    return preset;
  }

  Experiment experiment;
  Tracer tracer;
  std::shared_ptr<WeightsSnapshot> weights = std::make_shared<WeightsSnapshot>();
};

inline const TracedPreset& small_gpt() {
  static const TracedPreset preset("characters", kSmall);
  return preset;
}

inline TracePtr preset_trace(const std::string& preset, const std::vector<std::string>& options,
                             const TraceRequest& request) {
  return TracedPreset(preset, options).trace(request);
}

}  // namespace attnlab::testing
