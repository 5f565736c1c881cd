// Arena: alignment, growth and reuse.
#include "core/tensor/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace attnlab::testing {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

TEST(Arena, EverythingIsAligned) {
  Arena arena;
  for (std::size_t bytes : {1u, 63u, 64u, 65u, 1000u, 3000000u, 7u}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.allocate(bytes)) % Arena::kAlignment, 0u) << bytes;
  }
}

TEST(Arena, PiecesDoNotOverlap) {
  Arena arena;
  std::vector<unsigned char*> pieces;
  for (unsigned char i = 0; i < 200; ++i) {
    pieces.push_back(static_cast<unsigned char*>(arena.allocate(50000)));
    std::memset(pieces.back(), i, 50000);
  }
  for (unsigned char i = 0; i < 200; ++i) {
    EXPECT_EQ(pieces[i][0], i);
    EXPECT_EQ(pieces[i][49999], i);
  }
}

TEST(Arena, ResetReusesTheSameMemory) {
  Arena arena;
  void* first = arena.allocate(100);
  arena.reset();
  EXPECT_EQ(arena.used(), 0u);
  EXPECT_EQ(arena.allocate(100), first);
}

TEST(Arena, ResetMergesBlocks) {
  Arena arena;
  for (int i = 0; i < 10; ++i) arena.allocate(kMega);
  const std::size_t grown = arena.capacity();
  EXPECT_GE(grown, 10 * kMega);
  EXPECT_EQ(arena.used(), 10 * kMega);
  arena.reset();
  EXPECT_EQ(arena.capacity(), grown);
  // One block: the whole pass fits side by side.
  auto* previous = static_cast<std::byte*>(arena.allocate(kMega));
  for (int i = 1; i < 10; ++i) {
    auto* next = static_cast<std::byte*>(arena.allocate(kMega));
    EXPECT_EQ(next - previous, static_cast<std::ptrdiff_t>(kMega));
    previous = next;
  }
  EXPECT_EQ(arena.capacity(), grown);
}

TEST(Arena, MakesObjectsAndArrays) {
  struct Pair {
    int a, b;
    Pair(int x, int y) : a(x), b(y) {}
  };
  Arena arena;
  const Pair* pair = arena.make<Pair>(3, 4);
  const double* empty = arena.array<double>(0);
  EXPECT_EQ(pair->a * 10 + pair->b, 34);
  EXPECT_NE(empty, nullptr);
}

}  // namespace
}  // namespace attnlab::testing
