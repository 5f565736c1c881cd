// What the parts of the Tiles view share.
#pragma once

#include <string>

#include "app/views/stage_parts.h"
#include "core/analysis/online_softmax.h"

namespace attnlab {

/// One frame of the Tiles view.
struct TilesFrame {
  StageFrame& stage;
  const OnlineSoftmaxWalk& walk;
  MatrixView masked;   ///< [Tq,Tk]
  MatrixView value;    ///< [Tk,D]
  MatrixView context;  ///< [Tq,D], of the plain softmax
  Index step = 0;      ///< the block in flight, of all
  Index query = 0;     ///< the query that is followed: the selected one, or the tile's first

  Index tile() const { return step / walk.blocks(); }
  Index block() const { return step % walk.blocks(); }
  Index steps() const { return walk.tiles() * walk.blocks(); }
  bool skipped() const { return walk.skips(block(), tile()); }
  Index first_query() const { return tile() * walk.block_queries; }
  Index first_key() const { return block() * walk.block_keys; }
  /// One past the last.
  Index end_of_queries() const { return std::min(first_query() + walk.block_queries, walk.queries); }
  Index end_of_keys() const { return std::min(first_key() + walk.block_keys, walk.keys); }

  /// What is kept of query q: after the last block of its tile that is done; −1: none is.
  Index last_block(Index q) const;
  double maximum(Index i, Index q) const;  ///< m after block i; −∞ before the first
  double sum(Index i, Index q) const;
  double output(Index i, Index q, Index d) const;
};

/// The plane of scores with its blocks, and beside each query what is kept of it.
void draw_tiles_plane(const TilesFrame& frame);
/// What the block in flight does to the query that is followed, with the numbers put in.
void draw_tiles_step(const TilesFrame& frame, float width);
/// Bytes of the plain way and of this one.
void draw_tiles_memory(const TilesFrame& frame, float width);

}  // namespace attnlab
