// Arena: growth by doubling, one block after the first reset; large arrays by pages, where memory is limited.
#include "core/tensor/arena.h"

#include <algorithm>

#include "core/tensor/aligned_allocator.h"
#include "core/tensor/paged_memory.h"

namespace attnlab {

namespace {
constexpr std::size_t kFirstBlock = std::size_t{1} << 20;
/// A pass of no more bytes, as most are, takes its memory as if it had any amount.
constexpr std::size_t kMostUnpaged = std::size_t{8} << 20;
}  // namespace

void Arena::Release::operator()(std::byte* block) const { give_back_aligned(block, size); }

Arena::Arena() = default;
Arena::~Arena() = default;

void Arena::keep_within(std::size_t bytes) {
  most_ = bytes;
  least_ = std::min(bytes / 4, kMostUnpaged);
  paged_ = std::make_unique<PagedMemory>(bytes);
}

void Arena::settle_paged() {
  make_paged_room();
  paged_->settle();
}

std::size_t Arena::most_paged(std::size_t elsewhere) const {
  return most_ - std::min(most_, used_in_blocks() + elsewhere);
}

void Arena::make_paged_room() { paged_->make_room(most_paged()); }

void Arena::discard(void* start, std::size_t bytes) {
  if (paged_) paged_->discard(static_cast<std::byte*>(start), bytes);
}

void Arena::move_out(std::size_t elsewhere) {
  if (paged_) paged_->finish(most_paged(elsewhere));
}

std::size_t Arena::used_paged() const { return paged_ ? paged_->used() : 0; }

void* Arena::allocate(std::size_t bytes) {
  if (paged_ && bytes >= PagedMemory::kLeast && used_in_blocks() >= least_) return paged_->allocate(bytes);
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty() || position_ + rounded > blocks_.back().get_deleter().size) grow(rounded);
  void* result = blocks_.back().get() + position_;
  position_ += rounded;
  return result;
}

void Arena::grow(std::size_t at_least) {
  const std::size_t size = std::max({kFirstBlock, capacity(), at_least, rested_});
  used_before_ += position_;
  position_ = 0;
  blocks_.emplace_back(static_cast<std::byte*>(take_aligned(size)), Release{size});
}

void Arena::reset() {
  if (paged_) paged_->clear();
  const std::size_t total = capacity();
  const bool merge = blocks_.size() > 1;
  if (merge) blocks_.clear();
  position_ = used_before_ = 0;
  if (merge) grow(total);
}

void Arena::rest() {
  if (paged_) paged_->clear();
  rested_ = capacity();
  blocks_.clear();
  position_ = used_before_ = 0;
}

std::size_t Arena::capacity() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += block.get_deleter().size;
  return total;
}

}  // namespace attnlab
