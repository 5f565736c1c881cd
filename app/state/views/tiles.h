// The view Tiles: its row, and what is chosen in it.
#pragma once

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Tiles: attention a block of keys at a time, as the GPU's kernel does it. The block in flight is that of
/// the selected query and key.
struct TilesChoice {
  Index block = 4;  ///< queries and keys of a block
  friend bool operator==(const TilesChoice&, const TilesChoice&) = default;
};
inline constexpr Index kLargestBlock = 64;

extern const ViewKind kTilesView;

}  // namespace attnlab
