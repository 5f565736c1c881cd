// DecodingCache: what a model reuses from pass to pass while it generates tokens.
#pragma once

#include <deque>
#include <span>

#include "core/tensor/tensor.h"

namespace attnlab {

/// Keys and values of attention, states of recurrent cells. A tape in Infer mode that carries a cache is
/// given the new positions only; layers take their slots in the order in which they run,
/// which is the same in each pass. Not thread-safe.
class DecodingCache {
 public:
  /// `capacity`: most positions.
  explicit DecodingCache(Index capacity) : capacity_(capacity) {}

  Index capacity() const { return capacity_; }
  /// Number of positions in earlier passes: the first new position.
  Index position() const { return position_; }

  /// Begins a pass: slots are handed out from the first again.
  void begin_pass() { next_ = 0; }
  /// Ends a pass of `positions` new positions.
  void end_pass(Index positions) { position_ += positions; }
  /// Empties the cache without freeing its memory.
  void reset() { position_ = 0; }

  /// One layer's memory, [rows,row_cells].
  struct Slot {
    AlignedBuffer cells;
    Index row_cells = 0;
    Index count = 0;  ///< positions in it, for the layer's own use
  };
  /// The next slot as the last pass left it; zeros where the cache is empty. Throws std::invalid_argument
  /// where the slot had another size before.
  Slot& slot(Index rows, Index row_cells);

  /// The next slot as the last pass left it, with room for `positions` of `width` cells in each row, which
  /// may be more than it had: what is needed grows with the text, to twice as much each time, up to the
  /// capacity. Throws as slot() does.
  Slot& growing_slot(Index rows, Index width, Index positions);

  /// Row i continues the former row `rows[i]`; the number of rows may change.
  void choose_rows(std::span<const Index> rows);

  /// Bytes of all slots.
  Index bytes() const;

 private:
  Slot& next_slot();
  void require_size(const Slot& slot, Index rows, Index row_cells) const;

  std::deque<Slot> slots_;
  std::size_t next_ = 0;
  Index capacity_ = 0;
  Index position_ = 0;
};

}  // namespace attnlab
