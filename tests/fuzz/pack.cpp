// Reading a pack: either its files or one clear error.
#include "app/lessons/pack.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    attnlab::read_pack(std::string_view(reinterpret_cast<const char*>(data), size), "fuzzed.lesson");
  } catch (const std::runtime_error&) {
  }
  return 0;
}
