// Fuzz target: the header of a safetensors file.
#include "core/io/safetensors.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The first two bytes say how much data follows the header.
  std::uint16_t data_size = 0;
  if (size < sizeof data_size) return 0;
  std::memcpy(&data_size, data, sizeof data_size);
  const std::string_view json(reinterpret_cast<const char*>(data) + sizeof data_size,
                              size - sizeof data_size);
  try {
    const attnlab::SafetensorsHeader header = attnlab::parse_safetensors_header(json, data_size);
    std::uint64_t end = 0;
    for (const attnlab::SafetensorsEntry& entry : header.entries) {
      if (entry.begin != end || entry.end < entry.begin) __builtin_trap();
      end = entry.end;
    }
    if (end != data_size) __builtin_trap();
  } catch (const std::runtime_error&) {
  }
  return 0;
}
