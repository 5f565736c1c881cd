// Spare blocks: memory that arenas gave back and the next ones take, without the system in between.
#pragma once

#include <cstddef>

namespace attnlab {

/// So many bytes at most are kept for the arenas to come, of the whole program.
inline constexpr std::size_t kMostSpare = std::size_t{32} << 20;

/// A pass of no more bytes rests between two measurements: it finds them again among the spare ones, in no
/// time.
inline constexpr std::size_t kMostAtRest = kMostSpare / 2;

/// Memory as take_aligned() gives it: a spare block of just this size, else a new one. Any thread may call
/// these.
std::byte* take_block(std::size_t bytes);
/// Keeps the block; the oldest ones that are too many go back to the system.
void give_back_block(std::byte* block, std::size_t bytes);
/// What is kept at present.
std::size_t spare_bytes();

}  // namespace attnlab
