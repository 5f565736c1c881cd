// Counts the bytes that attention stores in main memory and moves: with whole matrices, and block by block.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// Bytes of one head's forward pass in float32.
struct AttentionTraffic {
  double stored = 0;  ///< in main memory beside Q, K, V and the context
  double moved = 0;   ///< read from main memory and written to it
};

/// Whole matrices: scores are written, read again for the softmax, its weights written, and read for the
/// context. Tq, Tk positions, heads of D cells.
AttentionTraffic whole_matrix_traffic(Index queries, Index keys, Index size);

/// Tiled (Dao et al. 2022, section 3.1 with Q outside): each tile of `tile` queries reads all keys and values
/// that it does not skip, `key_rows` in all tiles together; m and l of each query stay for backward.
AttentionTraffic tiled_traffic(Index queries, Index key_rows, Index size);

/// The `key_rows` of a head that skips no keys.
Index all_key_rows(Index queries, Index keys, Index tile);

}  // namespace attnlab
