// Vectors in registers against the same work cell by cell.
#include "core/tensor/simd.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace attnlab::testing {
namespace {

using Cells = std::array<Real, simd::kLanes>;

Cells cells_of(simd::Vector vector) {
  Cells cells;
  simd::store(cells.data(), vector);
  return cells;
}

TEST(Simd, ABroadcastKeepsTheSignOfZero) {
  for (Real value : {Real(2.5), Real(0), Real(-0.0)}) {
    for (Real cell : cells_of(simd::broadcast(value))) {
      EXPECT_EQ(cell, value);
      EXPECT_EQ(std::signbit(cell), std::signbit(value));
    }
  }
}

TEST(Simd, LoadsAndStoresOnAnyBoundary) {
  std::vector<Real> numbers(simd::kLanes + 1);
  std::iota(numbers.begin(), numbers.end(), Real(0));
  const Cells cells = cells_of(simd::load(numbers.data() + 1));
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], static_cast<Real>(i + 1));
}

TEST(Simd, LoadsAndStoresTheFirstCellsAlone) {
  for (Index count = 1; count <= simd::kLanes; ++count) {
    std::vector<Real> numbers(static_cast<std::size_t>(count), Real(3));
    const Cells cells = cells_of(simd::load_part(numbers.data(), count, simd::broadcast(7)));
    for (Index i = 0; i < simd::kLanes; ++i) EXPECT_EQ(cells[static_cast<std::size_t>(i)], i < count ? 3 : 7);
    Cells stored{};
    simd::store_part(stored.data(), simd::broadcast(5), count);
    for (Index i = 0; i < simd::kLanes; ++i)
      EXPECT_EQ(stored[static_cast<std::size_t>(i)], i < count ? 5 : 0);
  }
}

TEST(Simd, MultipliesAndAddsLaneByLane) {
  std::vector<Real> numbers(simd::kLanes);
  std::iota(numbers.begin(), numbers.end(), Real(0));
  const simd::Vector vector = simd::load(numbers.data());
  const Cells cells = cells_of(simd::multiply_add(vector, simd::broadcast(3), vector));
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], static_cast<Real>(4 * i));
}

TEST(Simd, LoadsCellsOfRowsAsColumns) {
  constexpr Index kStride = 9;
  std::vector<Real> numbers(static_cast<std::size_t>(simd::kLanes * kStride));
  std::iota(numbers.begin(), numbers.end(), Real(0));
  simd::Vector columns[simd::kBlock];
  simd::load_transposed([&](int row) { return numbers.data() + 2 + row * kStride; }, columns);
  for (int column = 0; column < simd::kBlock; ++column) {
    const Cells cells = cells_of(columns[column]);
    for (int row = 0; row < simd::kLanes; ++row)
      EXPECT_EQ(cells[static_cast<std::size_t>(row)], static_cast<Real>(row * kStride + 2 + column));
  }
}

}  // namespace
}  // namespace attnlab::testing
