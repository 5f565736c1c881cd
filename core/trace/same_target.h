// Same target: compared passes have the same source and target.
#pragma once

#include "core/trace/tracer.h"

namespace attnlab {

/// The `request` of `trace`, for further passes without gradients: a generated target is reused.
TraceRequest with_same_target(const Trace& trace, TraceRequest request);

}  // namespace attnlab
