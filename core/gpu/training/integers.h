// Integers in a buffer, which a shader reads as such.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace attnlab::gpu {

/// Floats of the same bits, as buffers hold floats.
inline std::vector<float> bits_of(std::span<const std::int32_t> numbers) {
  std::vector<float> floats;
  floats.reserve(numbers.size());
  for (const std::int32_t number : numbers) floats.push_back(std::bit_cast<float>(number));
  return floats;
}

}  // namespace attnlab::gpu
