// Checksum: four sums side by side, so that they go as fast as memory.
#include "core/io/files/checksum.h"

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

#include "core/tensor/random.h"

namespace attnlab {
namespace {

using HashWords = std::array<std::uint64_t, 4>;

/// Each word is mixed into a sum of its own. Both steps can be undone, so that no change of one word is lost,
/// and the turn takes the high bits to the low ones.
void mix_in(HashWords& sums, const std::byte* bytes) {
  HashWords words;
  std::memcpy(words.data(), bytes, sizeof words);
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] = std::rotl(sums[i] + words[i] * 0x9E3779B97F4A7C15ull, 31) * 0xBF58476D1CE4E5B9ull;
}

}  // namespace

void Checksum::add(std::span<const std::byte> piece) {
  HashWords sums{1, 2, 3, 4};
  const std::size_t size = piece.size();
  for (; piece.size() >= sizeof(HashWords); piece = piece.subspan(sizeof(HashWords)))
    mix_in(sums, piece.data());
  if (!piece.empty()) {
    std::array<std::byte, sizeof(HashWords)> rest{};
    std::memcpy(rest.data(), piece.data(), piece.size());
    mix_in(sums, rest.data());
  }
  state_ = join_keys(state_, size);
  for (const std::uint64_t sum : sums) state_ = join_keys(state_, sum);
}

std::string Checksum::text() const {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
  return digits;
}

}  // namespace attnlab
