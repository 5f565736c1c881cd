// Probe choice: which stack, label and layer the view Probes shows.
#pragma once

#include "app/features/probes/choice.h"
#include "app/features/probes/results.h"
#include "app/state/app_state.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The stack that is chosen, or the only one. There must be one.
const ProbedStack& chosen_stack(const ProbesChoice& choice, const std::vector<ProbedStack>& stacks);

/// The label that is chosen, or the first that the task knows there.
const ProbeLabel& chosen_label(const ProbesChoice& choice, const ProbedStack& stack);

/// The label `step` places behind the chosen one among those that the task knows, round and round.
const ProbeLabel& label_beside(const ProbesChoice& choice, const ProbedStack& stack, Index step);

/// The layer of the report on the stage: that of the shown tensor, or that of the selected attention.
std::size_t probed_layer(const AppState& state, const Trace& trace, const ProbeReport& report);

}  // namespace attnlab
