// Trace request: what the user's choices ask of the tracer.
#pragma once

#include "app/state/runs/opening.h"
#include "core/trace/trace_service.h"

namespace attnlab {

/// What the user's choices mean for this model. Throws std::invalid_argument for an edit that cannot be read.
TraceRequest trace_request(const AppState& state, const OpenModel& model);

/// What that pass is compared with: first itself without edits where it has any, then what the user chose
/// beside that.
std::vector<Baseline> baselines(const AppState& state, const OpenModel& model);

}  // namespace attnlab
