// Paged memory: the same bytes at the same addresses, in memory or in a file; a file that has no room.
#include "core/tensor/paged_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <span>

#include "core/tensor/arena.h"
#include "tests/support/expect_has.h"
#include "tests/support/file_limit.h"
#include "tests/support/resident.h"

namespace attnlab::testing {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;
constexpr std::size_t kCells = 75000;  // 0.3 MB, no whole number of pages

std::span<int> new_array(PagedMemory& memory) {
  return {static_cast<int*>(memory.allocate(kCells * sizeof(int))), kCells};
}

/// So many arrays, each with numbers of its own, made one after another as a tape makes values.
std::vector<std::span<int>> filled(PagedMemory& memory, std::size_t arrays, std::size_t most) {
  std::vector<std::span<int>> all;
  for (std::size_t i = 0; i < arrays; ++i) {
    all.push_back(new_array(memory));
    std::iota(all.back().begin(), all.back().end(), static_cast<int>(1000 * i));
    memory.make_room(most);
    memory.settle();
  }
  return all;
}

void expect_numbers(const std::vector<std::span<int>>& arrays) {
  for (std::size_t i = 0; i < arrays.size(); ++i)
    for (std::size_t k = 0; k < kCells; ++k) ASSERT_EQ(arrays[i][k], static_cast<int>(1000 * i + k)) << i;
}

TEST(PagedMemory, HasTheSameBytesWhereverTheyLie) {
  PagedMemory memory(4 * kMega);
  const auto arrays = filled(memory, 100, 4 * kMega);
  EXPECT_GT(memory.in_file(), 20 * kMega) << "nothing left memory meanwhile";
  memory.finish(4 * kMega);
  EXPECT_EQ(memory.obstacle(), "");
  EXPECT_LE(memory.used() - memory.in_file(), 4 * kMega);
  EXPECT_FALSE(memory.in_file(arrays.front().data())) << "the first are to stay";
  EXPECT_TRUE(memory.in_file(arrays[60].data()));
  expect_numbers(arrays);
  memory.finish(4 * kMega);
  expect_numbers(arrays);
}

TEST(PagedMemory, WhatIsWrittenAfterItMovedIsKept) {
  PagedMemory memory(1);
  const auto arrays = filled(memory, 20, 1);
  memory.finish(1);
  ASSERT_EQ(memory.in_file(), memory.used());
  for (const std::span<int> array : arrays) array[kCells / 2] = -1;
  memory.finish(1);
  for (const std::span<int> array : arrays) EXPECT_EQ(array[kCells / 2], -1);
}

TEST(PagedMemory, WhatMovedIsNotResident) {
  const double before = resident_megabytes();
  PagedMemory memory(8 * kMega);
  const auto arrays = filled(memory, 400, 8 * kMega);
  EXPECT_LT(resident_megabytes() - before, 8 + 4) << "while it is filled, with an open block";
  memory.finish(8 * kMega);
  EXPECT_LT(resident_megabytes() - before, 8 + 2);
  expect_numbers(arrays);
  EXPECT_GT(resident_megabytes() - before, 100) << "what somebody reads comes back";
  memory.finish(8 * kMega);
  EXPECT_LT(resident_megabytes() - before, 8 + 2);
}

TEST(PagedMemory, WhatIsDiscardedTakesNoMemory) {
  const double before = resident_megabytes();
  PagedMemory memory(8 * kMega);
  const auto arrays = filled(memory, 100, 100 * kMega);
  ASSERT_EQ(memory.in_file(), 0u);
  const std::size_t used = memory.in_memory();
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (i % 2 == 1) memory.discard(reinterpret_cast<std::byte*>(arrays[i].data()), arrays[i].size_bytes());
  EXPECT_NEAR(static_cast<double>(memory.in_memory()), static_cast<double>(used) / 2, 4096);
  EXPECT_LT(resident_megabytes() - before, 14 + 4);
  memory.finish(8 * kMega);
  EXPECT_EQ(memory.in_file() + memory.in_memory(), used - used / 2);
  for (std::size_t i = 0; i < arrays.size(); i += 2)
    for (std::size_t k = 0; k < kCells; ++k) ASSERT_EQ(arrays[i][k], static_cast<int>(1000 * i + k)) << i;
}

TEST(PagedMemory, StaysInMemoryWhereTheFileHasNoRoom) {
  PagedMemory memory(kMega);
  const FileLimit limit(10 * kMega);
  const auto arrays = filled(memory, 100, kMega);
  memory.finish(kMega);
  expect_has(memory.obstacle(), ": File too large");
  EXPECT_GT(memory.in_file(), 5 * kMega);
  EXPECT_LE(memory.in_file(), 10 * kMega);
  expect_numbers(arrays);
}

TEST(PagedMemory, AFolderInMemoryIsRefused) {
  PagedMemory memory(kMega, {"/dev/shm"});
  const auto arrays = filled(memory, 20, kMega);
  expect_has(memory.obstacle(), "/dev/shm: ");
  EXPECT_EQ(memory.in_file(), 0u);
  expect_numbers(arrays);
}

TEST(PagedMemory, TheNextFolderServes) {
  PagedMemory memory(kMega, {"/no/such/folder", "/var/tmp"});
  filled(memory, 20, kMega);
  EXPECT_EQ(memory.obstacle(), "");
  EXPECT_GT(memory.in_file(), 0u);
}

TEST(PagedMemory, ClearForgetsAll) {
  PagedMemory memory(kMega);
  filled(memory, 20, kMega);
  memory.clear();
  EXPECT_EQ(memory.used(), 0u);
  EXPECT_EQ(memory.in_file(), 0u);
  expect_numbers(filled(memory, 20, kMega));
}

TEST(PagedArena, SmallObjectsAndSmallPassesStayInMemory) {
  Arena arena;
  arena.keep_within(64 * kMega);
  std::memset(arena.allocate(4 * kMega), 1, 4 * kMega);
  EXPECT_EQ(arena.paged()->used(), 0u) << "small passes are as they were";
  for (int i = 0; i < 100; ++i) std::memset(arena.allocate(kMega), i, kMega);
  const std::size_t paged = arena.paged()->used();
  EXPECT_GT(paged, 90 * kMega);
  arena.allocate(100);
  EXPECT_EQ(arena.paged()->used(), paged) << "a small object";
  arena.move_out(0);
  EXPECT_LE(arena.used() - arena.paged()->in_file(), 64 * kMega);
  const std::size_t in_file = arena.paged()->in_file();
  arena.move_out(32 * kMega);
  EXPECT_GE(arena.paged()->in_file(), in_file + 28 * kMega) << "what lies elsewhere takes of the same budget";
}

}  // namespace
}  // namespace attnlab::testing
