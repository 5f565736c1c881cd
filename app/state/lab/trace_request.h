// Trace request: the user's choices as a request to the tracer.
#pragma once

#include "app/state/runs/opening.h"
#include "core/trace/trace_service.h"

namespace attnlab {

/// The request that the user's choices mean for this model. Throws std::invalid_argument for an edit that
/// cannot be read.
TraceRequest trace_request(const AppState& state, const OpenModel& model);

/// The passes that this request is compared with: first itself without edits, where it has edits; then the
/// pass that the user chose.
std::vector<Baseline> baselines(const AppState& state, const OpenModel& model);

}  // namespace attnlab
