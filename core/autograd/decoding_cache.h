// DecodingCache: what a model keeps from pass to pass while it writes token after token.
#pragma once

#include <deque>
#include <span>

#include "core/tensor/tensor.h"

namespace attnlab {

/// Keys and values of attention, states of recurrent cells. A tape in Infer mode that carries a cache is
/// given only the positions that it has not seen; layers take their slots in the order in which they run,
/// which is the same in each pass. Not thread-safe.
class DecodingCache {
 public:
  /// `capacity`: most positions.
  explicit DecodingCache(Index capacity) : capacity_(capacity) {}

  Index capacity() const { return capacity_; }
  /// Positions of the passes before this one: where the new ones begin.
  Index position() const { return position_; }

  /// Begins a pass: slots are handed out from the first again.
  void begin_pass() { next_ = 0; }
  /// Ends a pass of `positions` new positions.
  void end_pass(Index positions) { position_ += positions; }
  /// Forgets everything; memory is kept.
  void reset() { position_ = 0; }

  /// One layer's memory, [rows,row_cells].
  struct Slot {
    AlignedBuffer cells;
    Index row_cells = 0;
    Index count = 0;  ///< positions in it, for the layer's own use
  };
  /// The next slot with what the last pass left in it; zeros where the cache is empty. Throws
  /// std::invalid_argument where it had another size before.
  Slot& slot(Index rows, Index row_cells);

  /// Row i goes on from what was row `rows[i]`; the number of rows may change.
  void choose_rows(std::span<const Index> rows);

  /// Memory of all slots.
  Index bytes() const;

 private:
  std::deque<Slot> slots_;
  std::size_t next_ = 0;
  Index capacity_ = 0;
  Index position_ = 0;
};

}  // namespace attnlab
