// Aligned allocator: small blocks on cache lines, large ones on large pages.
#include "core/tensor/aligned_allocator.h"

#include "core/platform/machine.h"

namespace attnlab {

namespace {

std::align_val_t alignment_of(std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  const std::size_t page = platform::large_page();
  return std::align_val_t{page && bytes >= page ? page : kCacheLine};
}

}  // namespace

void* take_aligned(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
  platform::ask_for_large_pages(static_cast<std::byte*>(memory), bytes);
  return memory;
}

void give_back_aligned(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace attnlab
