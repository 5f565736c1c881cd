// WeightsSnapshot: the weights of one moment, never changed again.
#pragma once

#include <memory>

#include "core/tensor/tensor.h"

namespace attnlab {

/// A copy of the flat parameter buffer after `step` updates.
struct WeightsSnapshot {
  Index step = 0;
  AlignedBuffer weights;
};

using SnapshotPtr = std::shared_ptr<const WeightsSnapshot>;

}  // namespace attnlab
