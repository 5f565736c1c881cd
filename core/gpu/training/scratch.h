// Scratch: room on the device for partial sums, in two buffers that alternate.
#pragma once

#include <array>

#include "core/gpu/device.h"

namespace attnlab::gpu {

/// Two buffers that alternate. A user writes to one, waits (Dispatch::last), and reads it: so two are
/// enough, though nobody waits for the reading.
class Scratch {
 public:
  explicit Scratch(Device& device) : device_(device) {}

  /// At least so many floats.
  const Buffer& take(Index floats) {
    Buffer& next = buffers_[turn_ = 1 - turn_];
    if (next.size() < floats) {
      next = {};
      next = device_.buffer(floats);
    }
    return next;
  }

 private:
  Device& device_;
  std::array<Buffer, 2> buffers_;
  std::size_t turn_ = 0;
};

}  // namespace attnlab::gpu
