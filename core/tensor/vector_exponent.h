// exp of a vector of numbers that are at most 0, as a softmax needs it: exactly 0 where that is too small to
// matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/tensor/simd.h"

namespace attnlab::simd {

/// Unsigned, as sums of the bits of numbers go round.
using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
using BitsVector __attribute__((vector_size(kBytes))) = Bits;

/// 1/0!, 1/1!, …: what the terms of exp's series have before the powers.
template <std::size_t Terms>
constexpr std::array<Real, Terms> inverse_factorials() {
  std::array<Real, Terms> inverses{};
  double factorial = 1;
  for (std::size_t term = 0; term < Terms; ++term) {
    factorial *= term > 0 ? double(term) : 1;
    inverses[term] = Real(1 / factorial);
  }
  return inverses;
}

/// exp(x) = 2ⁿ·exp(r) with x = n·ln 2 + r and Taylor's series for exp(r), |r| ≤ ½·ln 2, to the last digit or
/// two. Below the logarithm of the smallest normal number 0, as exp_or_zero(); NaN stays NaN; above 0 it is
/// of no use.
inline Vector exp_at_most_0(Vector x) {
  constexpr bool kSingle = sizeof(Real) == 4;
  constexpr Real kLeast = kSingle ? Real(-87.336) : Real(-708.396);
  constexpr Real kPerLog2 = Real(1.4426950408889634074);
  // ln 2 in two parts: n times the first, which has few digits, is exact.
  constexpr Real kHigh = Real(0.693359375), kLow = Real(-2.1219444005469058277e-4);
  // Added to a number, this leaves its nearest integer in the last bits.
  constexpr int kFractionBits = kSingle ? 23 : 52;
  constexpr Real kRounder = Real(1.5) * Real(std::int64_t{1} << kFractionBits);
  constexpr auto kTerms = inverse_factorials < kSingle ? 8 : 14 > ();

  const Vector shifted = x * kPerLog2 + kRounder;
  const Vector n = shifted - kRounder;
  const Vector r = x - n * kHigh - n * kLow;
  Vector series = broadcast(kTerms.back());
#pragma GCC unroll 16
  for (std::size_t term = kTerms.size() - 1; term > 0; --term)
    series = multiply_add(series, r, broadcast(kTerms[term - 1]));
  const BitsVector power = reinterpret_cast<BitsVector>(shifted) << kFractionBits;
  const Vector result = reinterpret_cast<Vector>(reinterpret_cast<BitsVector>(series) + power);
  const Vector large_enough = x < kLeast ? Vector{} : result;
  return x == x ? large_enough : x;
}

/// Puts exp(x) in the place of each of `count` cells x.
inline void exp_at_most_0(Real* cells, Index count) {
  for (Index i = 0; i < count; i += kLanes)
    store_next(cells + i, exp_at_most_0(load_next(cells + i, count - i)), count - i);
}

}  // namespace attnlab::simd
