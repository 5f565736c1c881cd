// What the parts of the Tiles view share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/views/common/stage_frame.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {

/// Numbers computed from one head's scores and values, cached until these change.
struct TilesNumbers {
  std::uint64_t head = 0;            ///< version of the numbers that all tiles share
  std::uint64_t version = 0;         ///< version of all numbers
  OnlineSoftmaxWalk walk;            ///< of the current tile, on the processor
  SoftmaxEnd plain;                  ///< of all queries
  SoftmaxEnd end;                    ///< of all queries: the result of the tiles
  std::vector<std::uint8_t> hidden;  ///< [blocks,tiles]: 1 if all keys are masked
};

/// One frame of the Tiles view.
struct TilesFrame {
  StageFrame& stage;
  MatrixView masked;   ///< [Tq,Tk]
  MatrixView value;    ///< [Tk,D]
  MatrixView context;  ///< [Tq,D], as the trace has it
  Index size = 1;      ///< queries and keys of a block
  const TilesNumbers& numbers;
  const OnlineSoftmaxWalk& walk;  ///< of the current tile; queries are counted from the tile's first
  bool by_kernel = false;         ///< the GPU's kernel recorded the walk
  std::string why_not;            ///< a sentence without its period; "" if by_kernel, or not known yet
  std::uint64_t version = 0;      ///< version of all these numbers

  Index queries() const { return masked.rows; }
  Index keys() const { return masked.cols; }
  Index features() const { return value.cols; }
  Index tiles() const { return (queries() + size - 1) / size; }
  Index blocks() const { return (keys() + size - 1) / size; }
  /// The current tile of queries and block of keys: those of the selected query and key.
  Index tile() const { return query() / size; }
  Index block() const { return std::min<Index>(stage.selection.key, keys() - 1) / size; }
  Index query() const { return std::min<Index>(stage.selection.query, queries() - 1); }
  Index first_query() const { return tile() * size; }
  Index first_key() const { return block() * size; }
  Index end_of_queries() const { return std::min(first_query() + size, queries()); }
  Index end_of_keys() const { return std::min(first_key() + size, keys()); }
  bool hidden(Index b, Index t) const { return numbers.hidden[b * tiles() + t] != 0; }
  bool skipped() const { return hidden(block(), tile()); }
  /// Whether the kernel did not skip the current block, although it is masked.
  bool in_vain() const { return by_kernel && skipped() && !walk.skips(block(), 0); }
  /// Whether the current tile has no visible key before the current block.
  bool begins() const;
  /// Whether the current tile has no visible key after the current block.
  bool done() const;

  /// The running values of query q: in the current tile after block b (−1: before the first), in earlier
  /// tiles at the end, in later tiles none.
  double maximum(Index q, Index b) const;
  double sum(Index q, Index b) const;
  double output(Index q, Index d, Index b) const;
};

/// Once a frame: steps from block to block while they play.
void play_tiles(const ViewModel& model, const Emit& emit);
/// Draws the plane of scores with its blocks, and beside each query its running values.
void draw_tiles_plane(const TilesFrame& frame);
/// Draws the current block's step for the selected query, in formulas with numbers.
void draw_tiles_step(const TilesFrame& frame, float width);
/// Draws the bytes of standard attention and of tiles.
void draw_tiles_memory(const TilesFrame& frame, float width);

}  // namespace attnlab
