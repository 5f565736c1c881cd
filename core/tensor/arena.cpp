// Arena: growth by doubling, one block after the first reset.
#include "core/tensor/arena.h"

#include <algorithm>
#include <new>

#include "core/platform/machine.h"

namespace attnlab {

namespace {
constexpr std::size_t kFirstBlock = std::size_t{1} << 20;
}  // namespace

void Arena::Release::operator()(std::byte* block) const {
  ::operator delete (block, std::align_val_t{kAlignment});
}

void* Arena::allocate(std::size_t bytes) {
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty() || position_ + rounded > blocks_.back().size) grow(rounded);
  void* result = blocks_.back().memory.get() + position_;
  position_ += rounded;
  return result;
}

void Arena::grow(std::size_t at_least) {
  const std::size_t size = std::max({kFirstBlock, capacity(), at_least});
  used_before_ += position_;
  position_ = 0;
  Block block;
  block.memory.reset(static_cast<std::byte*>(::operator new (size, std::align_val_t{kAlignment})));
  block.size = size;
  platform::ask_for_large_pages(block.memory.get(), size);
  blocks_.push_back(std::move(block));
}

void Arena::reset() {
  const std::size_t total = capacity();
  const bool merge = blocks_.size() > 1;
  if (merge) blocks_.clear();
  position_ = used_before_ = 0;
  if (merge) grow(total);
}

std::size_t Arena::capacity() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += block.size;
  return total;
}

}  // namespace attnlab
