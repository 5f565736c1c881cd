// Vectors of Real in the processor's registers, of which products of matrices are made: the compilers' own
// vectors, as wide as the instruction set has them.
#pragma once

#ifdef ATTNLAB_ANY_PROCESSOR  // see cmake/Options.cmake
#error "sources for any processor do without vectors; CMake lists those for the instruction set"
#endif

#include <cstddef>
#include <utility>

#ifdef __AVX__
#include <immintrin.h>
#endif

#include "core/tensor/real.h"

namespace attnlab::simd {

/// Bytes of a vector register, and how many of them there are.
#if defined(__AVX512F__)
inline constexpr int kBytes = 64, kRegisters = 32;
#elif defined(__AVX__)
inline constexpr int kBytes = 32, kRegisters = 16;
#elif defined(__aarch64__)
inline constexpr int kBytes = 16, kRegisters = 32;
#else
inline constexpr int kBytes = 16, kRegisters = 16;
#endif

/// `Bytes` of Real, which the compilers compute with cell by cell.
template <int Bytes>
struct OfBytes {
  using Type __attribute__((vector_size(Bytes))) = Real;
};

using Vector = OfBytes<kBytes>::Type;
inline constexpr int kLanes = kBytes / static_cast<int>(sizeof(Real));

/// From memory on any boundary, and back.
inline Vector load(const Real* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}
inline void store(Real* to, Vector vector) { __builtin_memcpy(to, &vector, sizeof vector); }

/// The first `count` cells, 1 … kLanes, and `rest` in the other lanes; nothing else is read or written.
#if defined(__AVX512F__)
inline __m512 masked_load(const float* from, unsigned lanes, __m512 rest) {
  return _mm512_mask_loadu_ps(rest, static_cast<__mmask16>(lanes), from);
}
inline __m512d masked_load(const double* from, unsigned lanes, __m512d rest) {
  return _mm512_mask_loadu_pd(rest, static_cast<__mmask8>(lanes), from);
}
inline void masked_store(float* to, unsigned lanes, __m512 vector) {
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>(lanes), vector);
}
inline void masked_store(double* to, unsigned lanes, __m512d vector) {
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>(lanes), vector);
}
inline Vector load_part(const Real* from, Index count, Vector rest = Vector{}) {
  return masked_load(from, (1U << count) - 1, rest);
}
inline void store_part(Real* to, Vector vector, Index count) { masked_store(to, (1U << count) - 1, vector); }
#else
inline Vector load_part(const Real* from, Index count, Vector rest = Vector{}) {
  for (Index i = 0; i < count; ++i) rest[i] = from[i];
  return rest;
}
inline void store_part(Real* to, Vector vector, Index count) {
  Real cells[kLanes];
  store(cells, vector);
  for (Index i = 0; i < count; ++i) to[i] = cells[i];
}
#endif

/// A vector's cells where `left` are left, and back: all, or the first `left` of them.
inline Vector load_next(const Real* from, Index left, Vector rest = Vector{}) {
  return left >= kLanes ? load(from) : load_part(from, left, rest);
}
inline void store_next(Real* to, Vector vector, Index left) {
  if (left >= kLanes) {
    store(to, vector);
  } else {
    store_part(to, vector, left);
  }
}

/// `value` in each lane. (value + 0 would make +0 of −0.)
inline Vector broadcast(Real value) { return value - Vector{}; }

/// a·b + c, rounded once where the processor can: both compilers contract what stands in one expression.
inline Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }

/// One number of all lanes: pairs, pairs of pairs and so on, combined by `combine`.
template <typename Combine>
Real reduce(Vector vector, Combine combine) {
  Real cells[kLanes];
  store(cells, vector);
#pragma GCC unroll 4
  for (int half = kLanes / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
    for (int i = 0; i < half; ++i) cells[i] = combine(cells[i], cells[i + half]);
  }
  return cells[0];
}

/// The block that shuffles stay in, as the instructions do that take one step.
inline constexpr int kBlockBytes = 16;
inline constexpr int kBlock = kBlockBytes / static_cast<int>(sizeof(Real));

/// Of two vectors' blocks the lower or higher halves, by turns `Group` lanes of each: lane j's source.
template <int Group, bool High>
constexpr int mixed_lane(std::size_t lane) {
  const int j = static_cast<int>(lane), block = j / kBlock * kBlock, unit = j % kBlock / Group;
  return unit % 2 * kLanes + block + unit / 2 * Group + j % Group + (High ? kBlock / 2 : 0);
}

template <int Group, bool High, std::size_t... Lane>
Vector mixed(Vector a, Vector b, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(a, b, mixed_lane<Group, High>(Lane)...);
}
template <int Group, bool High>
Vector mixed(Vector a, Vector b) {
  return mixed<Group, High>(a, b, std::make_index_sequence<kLanes>());
}

/// In each block: lane j of vector i becomes lane i of vector j.
inline void transpose_blocks(Vector (&v)[kBlock]) {
  if constexpr (kBlock == 4) {
    const Vector low = mixed<1, false>(v[0], v[1]), high = mixed<1, true>(v[0], v[1]);
    const Vector low2 = mixed<1, false>(v[2], v[3]), high2 = mixed<1, true>(v[2], v[3]);
    v[0] = mixed<2, false>(low, low2), v[1] = mixed<2, true>(low, low2);
    v[2] = mixed<2, false>(high, high2), v[3] = mixed<2, true>(high, high2);
  } else {
    const Vector low = mixed<1, false>(v[0], v[1]);
    v[1] = mixed<1, true>(v[0], v[1]);
    v[0] = low;
  }
}

template <typename Half, std::size_t... Lane>
auto joined(Half a, Half b, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(a, b, static_cast<int>(Lane)...);
}

/// The block of each of some rows, side by side, every kBlock-th of them.
template <int Bytes = kBytes, typename Row>
typename OfBytes<Bytes>::Type load_blocks(const Row& row, int first) {
  if constexpr (Bytes == kBlockBytes) {
    typename OfBytes<Bytes>::Type block;
    __builtin_memcpy(&block, row(first), sizeof block);
    return block;
  } else {
    constexpr int kHalf = Bytes / 2;
    return joined(load_blocks<kHalf>(row, first),
                  load_blocks<kHalf>(row, first + kHalf / kBlockBytes * kBlock),
                  std::make_index_sequence<Bytes / sizeof(Real)>());
  }
}

/// kBlock cells of each of kLanes rows, which begin at row(i): vector j holds cell j of every row.
template <typename Row>
void load_transposed(const Row& row, Vector (&columns)[kBlock]) {
  for (int first = 0; first < kBlock; ++first) columns[first] = load_blocks(row, first);
  transpose_blocks(columns);
}

}  // namespace attnlab::simd
