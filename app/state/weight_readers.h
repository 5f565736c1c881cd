// Weight readers: which named tensors are computed from weights.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Pairs of a wanted weight and a tensor that reads it, one pair per read, the last read of the pass first.
std::vector<std::pair<const TraceTensor*, const TraceTensor*>> weight_readers(
    const Trace& trace, const std::function<bool(const TraceTensor& weight)>& wanted);

}  // namespace attnlab
