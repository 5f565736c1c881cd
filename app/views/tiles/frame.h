// What the parts of the Tiles view share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/views/common/stage_frame.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {

/// What is worked out of one head's scores and values, kept while these stay as they are.
struct TilesNumbers {
  std::uint64_t head = 0;            ///< of what does not change with the tile in flight
  std::uint64_t version = 0;         ///< of all
  OnlineSoftmaxWalk walk;            ///< of the tile in flight, on the processor
  SoftmaxEnd plain;                  ///< of all queries
  SoftmaxEnd end;                    ///< of all queries: what the tiles leave
  std::vector<std::uint8_t> hidden;  ///< [blocks,tiles]: nothing is seen
};

/// One frame of the Tiles view.
struct TilesFrame {
  StageFrame& stage;
  MatrixView masked;   ///< [Tq,Tk]
  MatrixView value;    ///< [Tk,D]
  MatrixView context;  ///< [Tq,D], as the trace has it
  Index size = 1;      ///< queries and keys of a block
  const TilesNumbers& numbers;
  const OnlineSoftmaxWalk& walk;  ///< of the tile in flight: its queries are counted from its first
  bool by_kernel = false;         ///< the walk is what the GPU's kernel recorded
  std::string why_not;            ///< a sentence without its point; "" where it is, or is not known yet
  std::uint64_t version = 0;      ///< of all these numbers

  Index queries() const { return masked.rows; }
  Index keys() const { return masked.cols; }
  Index features() const { return value.cols; }
  Index tiles() const { return (queries() + size - 1) / size; }
  Index blocks() const { return (keys() + size - 1) / size; }
  /// The tile of queries and the block of keys in flight: those of what is selected.
  Index tile() const { return query() / size; }
  Index block() const { return std::min<Index>(stage.selection.key, keys() - 1) / size; }
  Index query() const { return std::min<Index>(stage.selection.query, queries() - 1); }
  Index first_query() const { return tile() * size; }
  Index first_key() const { return block() * size; }
  Index end_of_queries() const { return std::min(first_query() + size, queries()); }
  Index end_of_keys() const { return std::min(first_key() + size, keys()); }
  bool hidden(Index b, Index t) const {
    return numbers.hidden[static_cast<std::size_t>(b * tiles() + t)] != 0;
  }
  bool skipped() const { return hidden(block(), tile()); }
  /// Hidden, but the kernel did not skip it.
  bool in_vain() const { return by_kernel && skipped() && !walk.skips(block(), 0); }
  /// Nothing was seen by this tile before the block in flight.
  bool begins() const;
  /// Nothing is left to be seen for this tile after the block in flight.
  bool done() const;

  /// What is kept of query q: of the tile in flight after block b (−1: before the first), of earlier tiles in
  /// the end, of later ones nothing.
  double maximum(Index q, Index b) const;
  double sum(Index q, Index b) const;
  double output(Index q, Index d, Index b) const;
};

/// Goes from block to block while they play. Once a frame.
void play_tiles(const ViewModel& model, const Emit& emit);
/// From block to block, how large they are, and what computes.
void draw_tiles_controls(const TilesFrame& frame);
/// The plane of scores with its blocks, and beside each query what is kept of it.
void draw_tiles_plane(const TilesFrame& frame);
/// What the block in flight does to the selected query, with the numbers put in.
void draw_tiles_step(const TilesFrame& frame, float width);
/// Bytes of the plain way and of this one.
void draw_tiles_memory(const TilesFrame& frame, float width);

}  // namespace attnlab
