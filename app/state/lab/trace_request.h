// Trace request: what the user's choices ask of the tracer.
#pragma once

#include "app/state/runs/opening.h"
#include "core/trace/trace_service.h"

namespace attnlab {

/// Whether two states have the same trace.
bool same_trace(const AppState& a, const AppState& b);

/// What the user's choices mean for this model. Throws std::invalid_argument for an edit that cannot be read.
TraceRequest trace_request(const AppState& state, const OpenModel& model);

/// What that pass is compared with: first itself without edits where it has any, then what the user chose
/// beside that. `now`: the weights of the pass.
std::vector<Baseline> baselines(const AppState& state, const OpenModel& model, const SnapshotPtr& now);

}  // namespace attnlab
