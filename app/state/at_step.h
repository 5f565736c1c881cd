// The values of past steps.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// The value of one step; null until it is computed.
template <typename Value>
struct AtStep {
  Index step = 0;
  std::shared_ptr<const Value> value;
  friend bool operator==(const AtStep&, const AtStep&) = default;
};

/// Those whose values are computed.
template <typename Value>
std::vector<AtStep<Value>> known_steps(std::vector<AtStep<Value>> steps) {
  std::erase_if(steps, [](const AtStep<Value>& at) { return !at.value; });
  return steps;
}

}  // namespace attnlab
