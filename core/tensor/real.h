// The number type of the library: float, or double in the build that checks gradients.
#pragma once

#include <cstddef>
#include <cstdint>

#ifndef ATTNLAB_REAL
#define ATTNLAB_REAL float
#endif

namespace attnlab {

using Real = ATTNLAB_REAL;
using Index = std::int64_t;
using TokenId = std::int32_t;

/// An index or a count as iterators have it, whose differences have 32 bits where pointers do.
constexpr std::ptrdiff_t as_offset(Index index) { return static_cast<std::ptrdiff_t>(index); }

/// How many elements a container has.
template <typename Container>
constexpr Index count_of(const Container& container) {
  return static_cast<Index>(container.size());
}

/// Equality by which NaN is the same as NaN.
inline bool same_number(Real a, Real b) { return a == b || (a != a && b != b); }

/// Target id of a position that does not count in the loss.
inline constexpr TokenId kIgnoredTarget = -100;

}  // namespace attnlab
