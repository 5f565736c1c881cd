// Archive: the same bytes at the same addresses, in memory or in a file; places that are used again.
#include "core/tensor/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/tensor/tensor.h"
#include "tests/support/expect_has.h"
#include "tests/support/file_limit.h"
#include "tests/support/resident.h"

namespace attnlab::testing {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr std::size_t kArchivedCells = 75001;  // 0.3 MB, no whole number of pages

/// Two buffers of one block, with numbers of their own.
struct TwoBuffers {
  explicit TwoBuffers(Archive& archive, int number)
      : TwoBuffers(archive.block({kArchivedCells * sizeof(Real), kArchivedCells * sizeof(Real)}), number) {}
  TwoBuffers(const MemorySourcePtr& block, int number)
      : first(kArchivedCells, AlignedAllocator<Real>(block)),
        second(kArchivedCells, AlignedAllocator<Real>(block)) {
    std::iota(first.begin(), first.end(), static_cast<Real>(number));
    std::iota(second.begin(), second.end(), static_cast<Real>(-number));
  }
  bool in_file() const { return first.get_allocator().source->lies_in_file(); }
  bool has_its_numbers(int number) const {
    const std::vector<Real> wanted = TwoBuffers(nullptr, number).all();
    return std::ranges::equal(all(), wanted);
  }
  std::vector<Real> all() const {
    std::vector<Real> cells(first.begin(), first.end());
    cells.insert(cells.end(), second.begin(), second.end());
    return cells;
  }

  AlignedBuffer first, second;
};

std::vector<TwoBuffers> archived(Archive& archive, int count) {
  std::vector<TwoBuffers> pairs;
  for (int i = 0; i < count; ++i) {
    pairs.emplace_back(archive, i);
    archive.settle();
  }
  return pairs;
}

void expect_own_numbers(const std::vector<TwoBuffers>& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i)
    EXPECT_TRUE(pairs[i].has_its_numbers(static_cast<int>(i))) << i;
}

TEST(Archive, HasTheSameBytesWhereverTheyLie) {
  const auto archive = Archive::make(4 * kMegabyte);
  const std::vector<TwoBuffers> pairs = archived(*archive, 50);
  EXPECT_EQ(archive->obstacle(), "");
  EXPECT_LE(archive->in_memory(), 4 * kMegabyte);
  EXPECT_GT(archive->in_file(), 25 * kMegabyte);
  EXPECT_TRUE(pairs.front().in_file());
  EXPECT_FALSE(pairs.back().in_file()) << "the newest are to stay";
  expect_own_numbers(pairs);
}

TEST(Archive, WhatMovedIsNotResident) {
  const double before = resident_megabytes();
  const auto archive = Archive::make(4 * kMegabyte);
  const std::vector<TwoBuffers> pairs = archived(*archive, 200);
  ASSERT_EQ(archive->obstacle(), "");
  EXPECT_LT(resident_megabytes() - before, 4 + 4);
  double sum = 0;
  for (const TwoBuffers& pair : pairs) sum += std::accumulate(pair.first.begin(), pair.first.end(), 0.0);
  EXPECT_GT(sum, 0);
  EXPECT_GT(resident_megabytes() - before, 40) << "what somebody reads comes back";
  archive->release();
  EXPECT_LT(resident_megabytes() - before, 4 + 4);
}

TEST(Archive, ABlockIsFreeWhenItsLastContainerIsGone) {
  auto archive = Archive::make(kMegabyte);
  std::vector<TwoBuffers> pairs = archived(*archive, 10);
  const std::size_t all = archive->in_memory() + archive->in_file();
  AlignedBuffer outlives = std::move(pairs[0].first);
  pairs.erase(pairs.begin(), pairs.begin() + 5);
  EXPECT_EQ(archive->in_memory() + archive->in_file(), all / 10 * 6);
  for (int i = 10; i < 14; ++i) {  // in places of those that are gone
    pairs.emplace_back(*archive, i);
    archive->settle();
  }
  archive.reset();
  EXPECT_TRUE(std::ranges::equal(outlives, TwoBuffers(nullptr, 0).first));
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(pairs[static_cast<std::size_t>(i)].has_its_numbers(5 + i)) << i;
}

TEST(Archive, ACopyIsInTheHeap) {
  const auto archive = Archive::make(0);
  const TwoBuffers pair(*archive, 3);
  const AlignedBuffer copy = pair.first;
  EXPECT_EQ(copy.get_allocator().source, nullptr);
  EXPECT_EQ(copy, pair.first);
}

TEST(Archive, SmallBlocksAreInTheHeap) {
  EXPECT_EQ(Archive::make(0)->block({Archive::kLeast / 2, Archive::kLeast / 2 - 64}), nullptr);
  EXPECT_NE(Archive::make(0)->block({Archive::kLeast / 2, Archive::kLeast / 2}), nullptr);
}

TEST(Archive, StaysInMemoryIfTheFileHasNoRoom) {
  const auto archive = Archive::make(kMegabyte);
  const FileLimit limit(10 * kMegabyte);
  const std::vector<TwoBuffers> pairs = archived(*archive, 40);
  expect_has(archive->obstacle(), ": File too large");
  EXPECT_GT(archive->in_file(), 5 * kMegabyte);
  EXPECT_LE(archive->in_file(), 10 * kMegabyte);
  expect_own_numbers(pairs);
}

TEST(Archive, StaysInMemoryWithoutAFolder) {
  const auto archive = Archive::make(kMegabyte, {"/dev/shm"});
  const std::vector<TwoBuffers> pairs = archived(*archive, 10);
  expect_has(archive->obstacle(), "/dev/shm: ");
  EXPECT_EQ(archive->in_file(), 0u);
  expect_own_numbers(pairs);
}

}  // namespace
}  // namespace attnlab::testing
