// Aligned allocator: small blocks from the heap, larger ones from the spare blocks.
#include "core/tensor/aligned_allocator.h"

#include "core/tensor/spare_blocks.h"

namespace attnlab {

namespace {
constexpr std::align_val_t kSmallAlignment{64};
}  // namespace

void* take_aligned(std::size_t bytes) {
  return bytes >= kLeastBlock ? take_block(bytes) : ::operator new(bytes, kSmallAlignment);
}

void give_back_aligned(void* memory, std::size_t bytes) noexcept {
  bytes >= kLeastBlock ? give_back_block(memory, bytes) : ::operator delete(memory, kSmallAlignment);
}

}  // namespace attnlab
