// The activations that tests walk.
#pragma once

#include <string>
#include <vector>

#include "core/ops/basic/activation.h"

namespace attnlab::testing {

/// Names of all activations.
inline std::vector<std::string> all_activations() {
  std::vector<std::string> names;
  for (const ActivationKind& kind : activation_kinds()) names.emplace_back(kind.name);
  return names;
}

/// Names of the activations that are a function of one value.
inline std::vector<std::string> plain_activations() {
  std::vector<std::string> names;
  for (const ActivationKind& kind : activation_kinds())
    if (!kind.gated) names.emplace_back(kind.name);
  return names;
}

}  // namespace attnlab::testing
