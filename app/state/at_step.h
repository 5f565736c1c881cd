// The value of one past step.
#pragma once

#include <memory>

#include "core/tensor/real.h"

namespace attnlab {

/// The value of one step; null until it is computed.
template <typename Value>
struct AtStep {
  Index step = 0;
  std::shared_ptr<const Value> value;
};

}  // namespace attnlab
