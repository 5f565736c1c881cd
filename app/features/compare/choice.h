// The view Compare: its row and its options.
#pragma once

#include "app/feature/feature.h"

namespace attnlab {

/// Compare: the pass on screen beside another.
struct CompareChoice {
  bool sorted = false;  ///< tensors by how much they differ, the most first
  friend bool operator==(const CompareChoice&, const CompareChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::compare {
extern const Feature kFeature;
}
