// The view Masks: its row, and what is chosen in it.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Masks: what may be seen. The mask itself is an edit.
struct MasksChoice {
  std::string scope = "layer";  ///< what a new mask is for: the selected head, its layer or all layers
  friend bool operator==(const MasksChoice&, const MasksChoice&) = default;
};

extern const ViewKind kMasksView;

}  // namespace attnlab
