// DecodingCache: slots in order, and the choice of rows.
#include "core/autograd/decoding_cache.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

DecodingCache::Slot& DecodingCache::slot(Index rows, Index row_cells) {
  if (next_ == slots_.size()) slots_.emplace_back();
  Slot& slot = slots_[next_++];
  const auto cells = static_cast<std::size_t>(rows * row_cells);
  if (position_ == 0) {
    slot.row_cells = row_cells;
    slot.count = 0;
    slot.cells.assign(cells, Real(0));
  }
  if (slot.cells.size() != cells || slot.row_cells != row_cells) {
    throw std::invalid_argument("the decoding cache holds " +
                                std::to_string(static_cast<Index>(slot.cells.size()) / slot.row_cells) +
                                " rows of " + std::to_string(slot.row_cells) + " cells, but the pass has " +
                                std::to_string(rows) + " of " + std::to_string(row_cells));
  }
  return slot;
}

void DecodingCache::choose_rows(std::span<const Index> rows) {
  for (Slot& slot : slots_) {
    AlignedBuffer chosen;
    chosen.reserve(rows.size() * static_cast<std::size_t>(slot.row_cells));
    for (Index row : rows) {
      const auto from = slot.cells.begin() + as_offset(row * slot.row_cells);
      chosen.insert(chosen.end(), from, from + as_offset(slot.row_cells));
    }
    slot.cells = std::move(chosen);
  }
}

Index DecodingCache::bytes() const {
  Index cells = 0;
  for (const Slot& slot : slots_) cells += static_cast<Index>(slot.cells.size());
  return cells * static_cast<Index>(sizeof(Real));
}

}  // namespace attnlab
