// Reading a lesson, and writing it for a class: either texts or one clear error.
#include "app/lessons/lesson.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "app/lessons/block_texts.h"
#include "app/lessons/handout.h"
#include "app/lessons/release.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const attnlab::Lesson lesson = attnlab::read_lesson(text, "fuzzed.md");
    for (const attnlab::LessonStep& step : lesson.steps)
      for (const attnlab::LessonBlock& block : step.blocks) attnlab::texts_of(block);
    attnlab::handout(lesson, {});
    attnlab::released(text, "fuzzed.md");
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
