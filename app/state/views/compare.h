// The view Compare: its row and its options.
#pragma once

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Compare: the pass on screen beside another.
struct CompareChoice {
  bool sorted = false;  ///< tensors by how much they differ, the most first
  friend bool operator==(const CompareChoice&, const CompareChoice&) = default;
};

extern const ViewKind kCompareView;

}  // namespace attnlab
