// DecodingCache: slots in order, and the choice of rows.
#include "core/autograd/decoding_cache.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

namespace {

constexpr Index kFirstPositions = 256;

/// Rows of zeros.
void set_to_zeros(DecodingCache::Slot& slot, Index rows, Index row_cells) {
  slot.row_cells = row_cells;
  slot.count = 0;
  slot.cells.assign(rows * row_cells, Real(0));
}

/// Rows of `row_cells`, which begin as they were.
void widen(DecodingCache::Slot& slot, Index row_cells) {
  const Index rows = count_of(slot.cells) / slot.row_cells;
  AlignedBuffer wider(static_cast<std::size_t>(rows * row_cells), Real(0));
  for (Index row = 0; row < rows; ++row)
    std::copy_n(slot.cells.begin() + as_offset(row * slot.row_cells), slot.row_cells,
                wider.begin() + as_offset(row * row_cells));
  slot.cells = std::move(wider);
  slot.row_cells = row_cells;
}

}  // namespace

DecodingCache::Slot& DecodingCache::next_slot() {
  if (next_ == slots_.size()) slots_.emplace_back();
  return slots_[next_++];
}

void DecodingCache::require_size(const Slot& slot, Index rows, Index row_cells) const {
  const Index cells = count_of(slot.cells);
  if (cells == rows * row_cells && slot.row_cells == row_cells) return;
  throw std::invalid_argument("the decoding cache has " + std::to_string(cells / slot.row_cells) +
                              " rows of " + std::to_string(slot.row_cells) + " cells, but the pass has " +
                              std::to_string(rows) + " rows of " + std::to_string(row_cells));
}

DecodingCache::Slot& DecodingCache::slot(Index rows, Index row_cells) {
  Slot& slot = next_slot();
  if (position_ == 0) set_to_zeros(slot, rows, row_cells);
  require_size(slot, rows, row_cells);
  return slot;
}

DecodingCache::Slot& DecodingCache::growing_slot(Index rows, Index width, Index positions) {
  Slot& slot = next_slot();
  if (position_ == 0)
    set_to_zeros(slot, rows, std::max(positions, std::min(capacity_, kFirstPositions)) * width);
  require_size(slot, rows, slot.row_cells);
  const Index room = slot.row_cells / width;
  if (positions > room) widen(slot, std::max(positions, std::min(capacity_, 2 * room)) * width);
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
  for (const Slot& slot : slots_) cells += count_of(slot.cells);
  return cells * static_cast<Index>(sizeof(Real));
}

}  // namespace attnlab
