// The view Masks: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Masks: which keys a query may see. The mask itself is an edit.
struct MasksChoice {
  std::string scope = "layer";  ///< of a new mask: the selected head, its layer or all layers
  friend bool operator==(const MasksChoice&, const MasksChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::masks {
extern const Feature kFeature;
}
