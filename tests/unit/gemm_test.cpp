// gemm against the definition of the matrix product.
#include "core/tensor/gemm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

/// A matrix operand stored with `slack` unused cells after each row.
struct Stored {
  Stored(Index rows, Index columns, bool transposed, Index slack, std::uint64_t seed)
      : stride((transposed ? rows : columns) + slack),
        transpose(transposed),
        cells(random_values((transposed ? columns : rows) * stride, seed)) {}

  double at(Index row, Index column) const {
    const Index place = transpose ? column * stride + row : row * stride + column;
    return static_cast<double>(cells[static_cast<std::size_t>(place)]);
  }
  Operand operand() const { return {cells.data(), stride, transpose}; }

  Index stride;
  bool transpose;
  std::vector<Real> cells;
};

using Sizes = std::tuple<Index, Index, Index>;
using GemmCase = std::tuple<Sizes, bool, bool, bool>;

class Gemm : public ::testing::TestWithParam<GemmCase> {};

TEST_P(Gemm, EqualsTheDefinition) {
  const auto& [sizes, a_transposed, b_transposed, accumulate] = GetParam();
  const auto [rows, columns, depth] = sizes;
  const Index slack = 3, stride = columns + slack;
  const Stored a(rows, depth, a_transposed, slack, 1), b(depth, columns, b_transposed, slack, 2);
  const std::vector<Real> before = random_values(rows * stride, 3);
  std::vector<Real> c = before;
  const double scale = 0.7;
  gemm(rows, columns, depth, a.operand(), b.operand(), c.data(), stride, add_if(accumulate),
       static_cast<Real>(scale));
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < stride; ++column) {
      const auto place = static_cast<std::size_t>(row * stride + column);
      double expected = column >= columns || accumulate ? static_cast<double>(before[place]) : 0;
      for (Index d = 0; d < depth && column < columns; ++d)
        expected += scale * a.at(row, d) * b.at(d, column);
      ASSERT_NEAR(static_cast<double>(c[place]), expected, 2e-6 * static_cast<double>(depth + 1))
          << "row " << row << ", column " << column << (column >= columns ? " (outside C)" : "");
    }
  }
}

const auto kProductSizes = ::testing::Values(
    Sizes{1, 1, 1}, Sizes{1, 7, 3}, Sizes{5, 1, 9}, Sizes{3, 5, 0}, Sizes{7, 13, 17}, Sizes{64, 64, 64},
    Sizes{65, 31, 129}, Sizes{2, 300, 5}, Sizes{130, 70, 515}, Sizes{12, 32, 1}, Sizes{85, 65, 384},
    Sizes{525, 97, 70}, Sizes{192, 384, 128}, Sizes{70, 288, 300}, Sizes{400, 150, 33});

INSTANTIATE_TEST_SUITE_P(All, Gemm,
                         ::testing::Combine(kProductSizes, ::testing::Bool(), ::testing::Bool(),
                                            ::testing::Bool()));

class GemmWithBias : public ::testing::TestWithParam<std::tuple<Sizes, bool, bool>> {};

TEST_P(GemmWithBias, GivesTheBitsOfAddingToRowsOfTheBias) {
  const auto& [sizes, a_transposed, b_transposed] = GetParam();
  const auto [rows, columns, depth] = sizes;
  const Stored a(rows, depth, a_transposed, 3, 1), b(depth, columns, b_transposed, 3, 2);
  const std::vector<Real> bias = random_values(columns, 4);
  std::vector<Real> filled(static_cast<std::size_t>(rows * columns)), c = filled;
  for (std::size_t i = 0; i < filled.size(); ++i) filled[i] = bias[i % bias.size()];
  gemm(rows, columns, depth, a.operand(), b.operand(), filled.data(), columns, WriteMode::Add, Real(0.7));
  gemm(rows, columns, depth, a.operand(), b.operand(), c.data(), columns, WriteMode::Overwrite, Real(0.7),
       bias.data());
  EXPECT_EQ(c, filled);
}

INSTANTIATE_TEST_SUITE_P(All, GemmWithBias,
                         ::testing::Combine(kProductSizes, ::testing::Bool(), ::testing::Bool()));

TEST(GemmBits, EqualCallsGiveEqualBits) {
  const Stored a(61, 77, false, 0, 1), b(77, 43, true, 0, 2);
  std::vector<Real> first(61 * 43), second(61 * 43);
  gemm(61, 43, 77, a.operand(), b.operand(), first.data(), 43);
  const Stored other(200, 300, false, 0, 4);
  std::vector<Real> unrelated(200 * 200);
  gemm(200, 200, 300, other.operand(), transposed({other.cells.data(), 300}), unrelated.data(), 200);
  gemm(61, 43, 77, a.operand(), b.operand(), second.data(), 43);
  EXPECT_EQ(first, second);
}

/// A cell's bits do not depend on the computed part of the product.
TEST(GemmBits, DependOnTheCellAlone) {
  const Index rows = 250, columns = 333, depth = 401;
  for (bool transposed : {false, true}) {
    const Stored a(rows, depth, transposed, 0, 1), b(depth, columns, transposed, 0, 2);
    const std::vector<Real> before = random_values(rows * columns, 3);
    std::vector<Real> whole = before, row = before, column = before;
    gemm(rows, columns, depth, a.operand(), b.operand(), whole.data(), columns, WriteMode::Add);
    for (Index i = 0; i < rows; ++i) {
      const Operand part{a.cells.data() + (transposed ? i : i * a.stride), a.stride, transposed};
      gemm(1, columns, depth, part, b.operand(), row.data() + i * columns, columns, WriteMode::Add);
    }
    for (Index j = 0; j < columns; j += 5) {
      const Operand part{b.cells.data() + (transposed ? j * b.stride : j), b.stride, transposed};
      gemm(rows, std::min<Index>(5, columns - j), depth, a.operand(), part, column.data() + j, columns,
           WriteMode::Add);
    }
    EXPECT_EQ(row, whole);
    EXPECT_EQ(column, whole);
  }
}

/// Operands that end with their memory's last cell: what reads past it ends the test of a sanitizer.
TEST(GemmBounds, NothingIsReadPastTheLastCell) {
  const Index rows = 93, columns = 69, depth = 75, far = 300;
  for (bool a_transposed : {false, true}) {
    for (bool b_transposed : {false, true}) {
      const auto cells = [&](Index lines, Index length) { return (lines - 1) * far + length; };
      const Index a_size = a_transposed ? cells(depth, rows) : cells(rows, depth);
      const Index b_size = b_transposed ? cells(columns, depth) : cells(depth, columns);
      const std::vector<Real> a = random_values(a_size, 1), b = random_values(b_size, 2);
      std::vector<Real> c(static_cast<std::size_t>(cells(rows, columns)));
      gemm(rows, columns, depth, {a.data(), far, a_transposed}, {b.data(), far, b_transposed}, c.data(), far);
      double last = 0;
      for (Index k = 0; k < depth; ++k) {
        const Index i = a_transposed ? k * far + rows - 1 : (rows - 1) * far + k;
        const Index j = b_transposed ? (columns - 1) * far + k : k * far + columns - 1;
        last += static_cast<double>(a[static_cast<std::size_t>(i)]) *
                static_cast<double>(b[static_cast<std::size_t>(j)]);
      }
      EXPECT_NEAR(static_cast<double>(c.back()), last, 1e-4);
    }
  }
}

/// A product that overwrites never reads what was there.
TEST(GemmBounds, OverwritesWhatIsNoNumber) {
  const Index rows = 31, columns = 45, depth = 600;
  const Stored a(rows, depth, false, 0, 1), b(depth, columns, false, 0, 2);
  std::vector<Real> c(static_cast<std::size_t>(rows * columns), std::numeric_limits<Real>::quiet_NaN());
  gemm(rows, columns, depth, a.operand(), b.operand(), c.data(), columns);
  for (Real cell : c) ASSERT_TRUE(std::isfinite(cell));
}

}  // namespace
}  // namespace attnlab::testing
