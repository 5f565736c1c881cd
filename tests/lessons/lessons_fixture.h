// Lessons fixture: a Lab with an open lesson.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "app/lessons/lesson.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/lab_fixture.h"

namespace attnlab::testing {

struct LessonsTest : LabTest {
  explicit LessonsTest(std::filesystem::path answers = {}) : LabTest({}, 60, std::move(answers)) {}
  void begin(const std::string& text = kTwoSteps) {
    lab->open_lesson(std::make_shared<const Lesson>(read_lesson(text, "two.md")));
    settle();
  }
  LessonView shown() const { return *lab->view().lesson; }
  Attempt attempt(const std::string& id) const { return shown().attempt(id); }
};

}  // namespace attnlab::testing
