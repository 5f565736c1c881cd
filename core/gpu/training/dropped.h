// Dropped: dropout of the rows of a batch on the device.
#pragma once

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
};

}  // namespace attnlab::gpu
