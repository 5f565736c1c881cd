// The view Probes: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/probes/probing.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Probes: what linear probes find in the stream of each layer.
struct ProbesChoice {
  std::string part = "layers";   ///< layers, text or training
  std::string label = "depth";   ///< of probe_labels(); if the task does not know it, the first that it knows
  std::string stack = "source";  ///< source or target, of a model whose layers read both
  bool course = true;            ///< past steps are computed while the part training is on screen

  bool shows_training() const { return part == "training"; }
  friend bool operator==(const ProbesChoice&, const ProbesChoice&) = default;
};

/// The newest of each; the step on screen may be newer.
struct ProbeResults {
  std::vector<ProbedStack> stacks;          ///< of the model; none if it came without its task
  AtStep<ProbeReport> now;                  ///< of the chosen label and stack; null before the first
  std::vector<AtStep<ProbeReport>> course;  ///< stored steps, while the part training is on screen
  std::string error;                        ///< why the newest computation failed
  friend bool operator==(const ProbeResults&, const ProbeResults&) = default;
};

/// The chosen stack, or the only one. There must be one.
const ProbedStack& chosen_stack(const ProbesChoice& choice, const std::vector<ProbedStack>& stacks);

/// The chosen label, or the first that the task knows there.
const ProbeLabel& chosen_label(const ProbesChoice& choice, const ProbedStack& stack);

/// The label `step` places after the chosen one among those that the task knows, cyclically.
const ProbeLabel& label_beside(const ProbesChoice& choice, const ProbedStack& stack, Index step);

/// The layer of the report on screen: the layer of the shown tensor, or of the selected attention.
std::size_t probed_layer(const AppState& state, const Trace& trace, const ProbeReport& report);

}  // namespace attnlab

namespace attnlab::probes {

extern const Feature kFeature;

}  // namespace attnlab::probes
