// A trace of a small sentence through a fresh model, for tests of what views show of it.
#pragma once

#include <memory>
#include <string>

#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace attnlab {

/// The preset's first weights over `source` and `target` (the text itself for a language model).
inline TracePtr traced(const Preset& preset, const std::string& source, const std::string& target,
                       const std::vector<Intervention>& interventions = {}) {
  const Experiment experiment = make_experiment(preset);
  const Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
  TraceRequest request;
  request.source = source;
  request.target = target;
  return Tracer(experiment.model, experiment.vocabularies)
      .trace(trainer.snapshot(), request, {.interventions = interventions});
}

inline TracePtr traced(const std::string& preset, const std::string& source, const std::string& target,
                       const std::vector<Intervention>& interventions = {}) {
  return traced(find_preset(preset), source, target, interventions);
}

inline const std::string kCross = "decoder.layers.1.cross_attention.";

/// "the black cat" → "le chat noir" through `translate`.
inline const Trace& translation() {
  static const TracePtr trace = traced("translate", "the black cat", "le chat noir");
  return *trace;
}

}  // namespace attnlab
