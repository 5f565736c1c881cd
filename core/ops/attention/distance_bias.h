// Distance bias: attention with linear biases (ALiBi), which lowers a score by slope times distance.
#pragma once

#include <span>
#include <vector>

#include "core/autograd/tape.h"

namespace attnlab {

/// A slope for each of `heads` heads: 2^(−8h/H), h = 1 … H, where H is a power of two. Else those of the next
/// lower power of two, followed by every other one of the next higher (Press et al. 2021, the paper's code).
std::vector<Real> distance_slopes(Index heads);

/// bias[h,q,k] = −slopes[h]·|start + q − k|: [H,Tq,Tk], to be added to scores (Press et al. 2021). `start` is
/// the position of the first query among the keys; `slopes` must outlive the pass.
Variable distance_bias(Tape& tape, std::span<const Real> slopes, Index queries, Index keys, Index start = 0);

/// Adds the bias to one row in place: row[i] −= slope·|position − (first + i)| for `keys` cells.
void subtract_distances(Real slope, Index position, Index first, Index keys, Real* row);

}  // namespace attnlab
