// Aligned allocator: where blocks begin.
#include "core/tensor/aligned_allocator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "core/platform/machine.h"

namespace attnlab::testing {
namespace {

std::uintptr_t beyond(const void* block, std::size_t boundary) {
  return reinterpret_cast<std::uintptr_t>(block) % boundary;
}

TEST(AlignedAllocator, SmallBlocksBeginOnACacheLine) {
  for (std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{100000}}) {
    void* const block = take_aligned(bytes);
    EXPECT_EQ(beyond(block, 64), 0U) << bytes;
    give_back_aligned(block, bytes);
  }
}

TEST(AlignedAllocator, LargeBlocksBeginOnALargePage) {
  const std::size_t page = platform::large_page();
  if (page == 0) GTEST_SKIP() << "this system has no large pages to ask for";
  for (std::size_t bytes : {page, page + 1, 5 * page}) {
    void* const block = take_aligned(bytes);
    EXPECT_EQ(beyond(block, page), 0U) << bytes;
    std::memset(block, 1, bytes);
    give_back_aligned(block, bytes);
  }
}

}  // namespace
}  // namespace attnlab::testing
