// Row facts: what the numbers of a matrix are like, row by row.
#pragma once

#include <span>

#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// What some numbers are like.
struct NumberFacts {
  ValueRange range{0, 0};  ///< of the finite, unmasked ones, widened to include zero
  float largest = 0;       ///< largest finite absolute value, masked ones included
  bool any_masked = false, any_negative = false, all_whole = true;

  /// Adds other numbers.
  void add(const NumberFacts& other);
};

/// Of one row of a matrix; quick where a row lies in one piece and nothing but −∞ is masked.
NumberFacts facts_of_row(const MatrixView& matrix, int row);

/// Where the first of the largest numbers is, as std::max_element finds it; 0 without numbers.
std::size_t first_largest(std::span<const float> numbers);

}  // namespace attnlab
