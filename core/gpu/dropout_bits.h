// How kernels drop: by the random bits of a cell; see shaders/dropout.glsl.
#pragma once

#include <cmath>
#include <cstdint>

namespace attnlab::gpu {

/// What a cell that stays is multiplied by.
inline float dropout_scale(double rate) { return float(1 / (1 - rate)); }
/// Random bits below this drop a cell: the upper 53 of them are the digits of a number in [0,1).
inline std::uint64_t dropout_end(double rate) {
  return static_cast<std::uint64_t>(std::ceil(std::ldexp(rate, 53))) << 11;
}

}  // namespace attnlab::gpu
