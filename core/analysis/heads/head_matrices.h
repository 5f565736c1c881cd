// Head matrices: means and differences of heads' weights.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// The mean over the heads of weights [1,H,Tq,Tk], as Tq × Tk row-major.
std::vector<float> mean_over_heads(const TraceTensor& weights);

/// a − b cell by cell; both of one size. 0 where both are the same infinity or both NaN.
std::vector<float> difference(std::span<const float> a, std::span<const float> b);

}  // namespace attnlab
