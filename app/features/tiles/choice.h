// The view Tiles: its row and its options.
#pragma once

#include "app/feature/feature.h"

namespace attnlab {

/// Tiles: attention one block of keys at a time, as in the GPU's kernel. The current block holds the selected
/// query and key.
struct TilesChoice {
  Index block = 4;  ///< queries and keys of a block
  friend bool operator==(const TilesChoice&, const TilesChoice&) = default;
};
inline constexpr Index kLargestBlock = 64;

}  // namespace attnlab

namespace attnlab::tiles {
extern const Feature kFeature;
}
