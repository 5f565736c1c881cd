// Dropped: dropout of the rows of a batch on the device.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/gpu/buffers.h"

namespace attnlab::gpu {

/// One dropout of [B,T,C]: the key of each sequence, and how many sequences before it share this key, are
/// numbers first … of `keys`, four each. Rate 0: none.
struct Dropped {
  Buffer keys{};
  Index first = 0;
  Index positions = 1;  ///< T
  double rate = 0;

  explicit operator bool() const { return rate > 0; }
  float scale() const { return static_cast<float>(1 / (1 - rate)); }
  /// Random bits below this drop a cell: the upper 53 of them are the digits of a number in [0,1).
  std::uint64_t end() const { return static_cast<std::uint64_t>(std::ceil(std::ldexp(rate, 53))) << 11; }
};

}  // namespace attnlab::gpu
