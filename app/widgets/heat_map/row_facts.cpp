// Facts of rows; several numbers at a time where they lie side by side.
#include "app/widgets/heat_map/row_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attnlab {
namespace {

constexpr std::size_t kLanes = 16;
constexpr float kLargestFinite = std::numeric_limits<float>::max();

void add_number(NumberFacts& facts, float value, bool masked) {
  const float size = std::abs(value);
  if (!(size <= kLargestFinite)) {
    facts.any_masked = facts.any_masked || masked || (std::isinf(value) && value < 0);
    return;
  }
  facts.any_masked = facts.any_masked || masked;
  facts.all_whole = facts.all_whole && value == std::round(value);
  facts.largest = std::max(facts.largest, size);
  facts.any_negative = facts.any_negative || value < 0;
  if (!masked) facts.range = {std::min(facts.range.lo, value), std::max(facts.range.hi, value)};
}

/// The same for many numbers side by side, in lanes that the compiler keeps in vectors.
struct Lanes {
  std::array<float, kLanes> lo{}, hi{}, lowest{};
  std::array<int, kLanes> broken{};  ///< not 0: a number with a fraction

  void add(const float* numbers) {
    constexpr float kAllWhole = 1 << 23;  // floats from here on have no fraction
    for (std::size_t k = 0; k < kLanes; ++k) {
      const float value = numbers[k];
      const float finite = value - value == 0.0f ? value : 0.0f;
      lo[k] = finite < lo[k] ? finite : lo[k];
      hi[k] = hi[k] < finite ? finite : hi[k];
      lowest[k] = value < lowest[k] ? value : lowest[k];
      const float small = std::abs(finite) < kAllWhole ? finite : 0.0f;
      broken[k] |= float(static_cast<int>(small)) != small ? 1 : 0;
    }
  }

  NumberFacts facts() const {
    NumberFacts all;
    for (std::size_t k = 0; k < kLanes; ++k) {
      all.range = {std::min(all.range.lo, lo[k]), std::max(all.range.hi, hi[k])};
      all.any_masked = all.any_masked || lowest[k] < -kLargestFinite;
      all.all_whole = all.all_whole && broken[k] == 0;
    }
    all.any_negative = all.range.lo < 0;
    all.largest = std::max(-all.range.lo, all.range.hi);
    return all;
  }
};

NumberFacts facts_side_by_side(std::span<const float> row) {
  Lanes lanes;
  std::size_t i = 0;
  for (; i + kLanes <= row.size(); i += kLanes) lanes.add(row.data() + i);
  NumberFacts facts = lanes.facts();
  for (; i < row.size(); ++i) add_number(facts, row[i], false);
  return facts;
}

}  // namespace

void NumberFacts::add(const NumberFacts& other) {
  range = {std::min(range.lo, other.range.lo), std::max(range.hi, other.range.hi)};
  largest = std::max(largest, other.largest);
  any_masked = any_masked || other.any_masked;
  any_negative = any_negative || other.any_negative;
  all_whole = all_whole && other.all_whole;
}

NumberFacts facts_of_row(const MatrixView& m, int row) {
  if (!m.mask && m.col_stride == 1)
    return facts_side_by_side({m.data + row * m.row_stride, static_cast<std::size_t>(m.cols)});
  NumberFacts facts;
  for (int c = 0; c < m.cols; ++c)
    add_number(facts, m.at(row, c), m.mask && m.mask[static_cast<std::ptrdiff_t>(row) * m.cols + c] != 0);
  return facts;
}

std::size_t first_largest(std::span<const float> numbers) {
  if (numbers.empty() || std::isnan(numbers[0])) return 0;
  std::array<float, kLanes> most;
  most.fill(numbers[0]);
  std::size_t i = 0;
  for (; i + kLanes <= numbers.size(); i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) most[k] = most[k] < numbers[i + k] ? numbers[i + k] : most[k];
  float largest = *std::ranges::max_element(most);
  for (; i < numbers.size(); ++i) largest = largest < numbers[i] ? numbers[i] : largest;
  return static_cast<std::size_t>(std::ranges::find(numbers, largest) - numbers.begin());
}

}  // namespace attnlab
