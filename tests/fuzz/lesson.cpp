// Reading a lesson: either a lesson or one clear error.
#include "app/lessons/lesson.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    attnlab::read_lesson(std::string(reinterpret_cast<const char*>(data), size), "fuzzed.md");
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
