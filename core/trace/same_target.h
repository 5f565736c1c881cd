// Same target: passes that are to be compared read and should say the same.
#pragma once

#include "core/trace/tracer.h"

namespace attnlab {

/// `request`, which `trace` was made with, for passes without gradients beside it: a generated target is kept
/// as it was.
TraceRequest with_same_target(const Trace& trace, TraceRequest request);

}  // namespace attnlab
