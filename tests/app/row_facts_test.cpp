// Facts of rows, against what is found number by number.
#include "app/widgets/heat_map/row_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/widgets/heat_map/matrix_measure.h"
#include "core/tensor/random.h"

namespace attnlab {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// `count` numbers between −1 and 1, as many of them `odd` as `every` says.
std::vector<float> some_numbers(std::size_t count, std::vector<float> odd, std::size_t every) {
  RandomStream random(count);
  std::vector<float> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const float number = static_cast<float>(random.below(2001)) / 1000.0f - 1.0f;
    numbers.push_back(!odd.empty() && i % every == every - 1 ? odd[i / every % odd.size()] : number);
  }
  return numbers;
}

void expect_facts(const std::vector<float>& numbers) {
  const NumberFacts facts = facts_of_row(matrix_view(numbers.data(), 1, static_cast<int>(numbers.size())), 0);
  NumberFacts wanted;
  for (const float number : numbers) {
    if (!std::isfinite(number)) {
      wanted.any_masked = wanted.any_masked || number == -kInf;
      continue;
    }
    wanted.range = {std::min(wanted.range.lo, number), std::max(wanted.range.hi, number)};
    wanted.largest = std::max(wanted.largest, std::abs(number));
    wanted.any_negative = wanted.any_negative || number < 0;
    wanted.all_whole = wanted.all_whole && number == std::round(number);
  }
  EXPECT_EQ(facts.range.lo, wanted.range.lo) << numbers.size();
  EXPECT_EQ(facts.range.hi, wanted.range.hi) << numbers.size();
  EXPECT_EQ(facts.largest, wanted.largest) << numbers.size();
  EXPECT_EQ(facts.any_masked, wanted.any_masked) << numbers.size();
  EXPECT_EQ(facts.any_negative, wanted.any_negative) << numbers.size();
  EXPECT_EQ(facts.all_whole, wanted.all_whole) << numbers.size();
}

TEST(RowFacts, AreThoseOfEachNumber) {
  for (const std::size_t count : {0u, 1u, 15u, 16u, 17u, 100u, 1000u}) {
    expect_facts(some_numbers(count, {}, 1));
    expect_facts(some_numbers(count, {kNan, kInf}, 3));
    expect_facts(some_numbers(count, {-kInf, 5, -3e9f}, 14));
    expect_facts(std::vector<float>(count, 7.0f));
    expect_facts(some_numbers(count, {2, -9, 3e9f, 8388609.0f, kNan}, 1));
    expect_facts(some_numbers(count, {1, 4}, 1));
  }
}

TEST(RowFacts, OfMaskedCellsLeaveTheirRangeOut) {
  const float numbers[] = {1, 9, -5, 0.5f};
  const unsigned char mask[] = {0, 1, 0, 0};
  MatrixView m = matrix_view(numbers, 1, 4);
  m.mask = mask;
  const NumberFacts facts = facts_of_row(m, 0);
  EXPECT_EQ(facts.range.hi, 1);
  EXPECT_EQ(facts.range.lo, -5);
  EXPECT_EQ(facts.largest, 9);
  EXPECT_TRUE(facts.any_masked);
  EXPECT_EQ(facts_of_row(matrix_view(numbers, 4, 1).transposed(), 0).range.hi, 9) << "by strides";
}

TEST(RowFacts, TheFirstLargestIsTheOneThatTheLibraryFinds) {
  for (const std::size_t count : {1u, 15u, 16u, 33u, 500u})
    for (const std::vector<float>& odd : {std::vector<float>{}, {1, 0}, {kNan}, {kInf, -kInf}}) {
      const std::vector<float> numbers = some_numbers(count, odd, 5);
      EXPECT_EQ(first_largest(numbers),
                static_cast<std::size_t>(std::ranges::max_element(numbers) - numbers.begin()))
          << count;
    }
  EXPECT_EQ(first_largest({}), 0u);
  const std::vector<float> nan_first{kNan, 3, 4};
  EXPECT_EQ(first_largest(nan_first), 0u);
}

/// A matrix measured in parts, of which each has room for one row.
TEST(MatrixMeasure, FindsTheSameInParts) {
  const std::vector<float> numbers = some_numbers(12 * 40, {-kInf, 3}, 50);
  const MatrixView m = matrix_view(numbers.data(), 12, 40);
  for (const RangeMode mode : {RangeMode::PerMatrix, RangeMode::PerRow, RangeMode::Symmetric}) {
    const ColourScale scale{Scale::Diverging, mode, {0, 1}};
    MatrixMeasure measure(m, scale);
    int parts = 1;
    for (std::size_t cells = 1; !measure.go_on(m, cells); cells = 1) ++parts;
    EXPECT_EQ(parts, 12);
    const std::vector<ValueRange> wanted = colour_ranges(m, scale);
    const MatrixFacts facts = measure.facts();
    ASSERT_EQ(facts.ranges.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(facts.ranges[i].lo, wanted[i].lo) << i;
      EXPECT_EQ(facts.ranges[i].hi, wanted[i].hi) << i;
    }
    EXPECT_TRUE(facts.any_masked);
    EXPECT_EQ(facts.largest, 3);
  }
}

TEST(MatrixMeasure, DoesNothingWithoutAShare) {
  const std::vector<float> numbers(40, 1.0f);
  const MatrixView m = matrix_view(numbers.data(), 4, 10);
  MatrixMeasure measure(m, {Scale::Diverging, RangeMode::PerMatrix, {0, 1}});
  std::size_t none = 0;
  EXPECT_FALSE(measure.go_on(m, none));
  EXPECT_EQ(measure.facts().ranges.at(0).hi, 0);
}

}  // namespace
}  // namespace attnlab
