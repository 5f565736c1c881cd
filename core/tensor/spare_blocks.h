// Spare blocks: large memory that somebody gave back and the next one takes, without the heap in between.
#pragma once

#include <cstddef>

namespace attnlab {

/// Smaller memory comes from the heap at once.
inline constexpr std::size_t kLeastBlock = std::size_t{64} << 10;
/// So many bytes at most are kept for whoever comes next, of the whole program.
inline constexpr std::size_t kMostSpare = std::size_t{32} << 20;
/// A pass of no more bytes rests between two measurements: it finds them again among the spare ones, in no
/// time.
inline constexpr std::size_t kMostAtRest = kMostSpare / 2;

/// Uninitialised memory on a boundary of a cache line; of several large pages, on one of these. A spare block
/// of just this size, else a new one: weights that are published again and again leave no holes in the heap.
/// Any thread may call these.
void* take_block(std::size_t bytes);
/// Keeps the block; the oldest ones that are too many go back to the heap.
void give_back_block(void* block, std::size_t bytes) noexcept;
/// What is kept at present.
std::size_t spare_bytes();

}  // namespace attnlab
