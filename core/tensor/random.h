// Random numbers by counter: the same (seed, stream, position) gives the same number on every thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/tensor/real.h"

namespace attnlab {

/// Mixes 64 bits so that neighbouring inputs give unrelated outputs (the finalizer of SplitMix64,
/// Steele, Lea and Flood 2014).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// Joins two keys into one, order mattering.
constexpr std::uint64_t join_keys(std::uint64_t a, std::uint64_t b) { return mix64(a ^ mix64(b)); }

/// The upper 64 bits of a product, from products of 32 bits each.
constexpr std::uint64_t upper_product_of_halves(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = 0xFFFFFFFFu, a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & low)) >> 32);
}

/// The upper 64 bits of a product.
constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
#else
  return upper_product_of_halves(a, b);
#endif
}

/// A stream of random numbers that is wholly given by its key and position, so it can be stored and resumed.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t key, std::uint64_t position = 0) : key_(key), position_(position) {}

  std::uint64_t bits() { return mix64(key_ ^ mix64(position_++)); }
  /// Uniform in [0, 1), with 53 random bits.
  double uniform() { return double(bits() >> 11) * 0x1.0p-53; }
  /// Uniform in 0 … count−1. `count` must be at least 1.
  Index below(Index count) {
    return static_cast<Index>(upper_product(bits(), static_cast<std::uint64_t>(count)));
  }
  /// Standard normal (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

  std::uint64_t key() const { return key_; }
  std::uint64_t position() const { return position_; }

 private:
  std::uint64_t key_;
  std::uint64_t position_;
};

}  // namespace attnlab
