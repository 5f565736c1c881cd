// Trace request: what the user's choices ask of the tracer.
#pragma once

#include "app/state/opening.h"

namespace attnlab {

/// Whether two states have the same trace.
bool same_trace(const AppState& a, const AppState& b);

/// What the user's choices mean for this model. Throws std::invalid_argument for an edit that cannot be read.
TraceRequest trace_request(const AppState& state, const OpenModel& model);

}  // namespace attnlab
