// KeptTallies: how far the learner has come in the lessons of the program, read beside the screen's thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "app/lessons/tally.h"
#include "core/config/background.h"

namespace attnlab {

/// Used by the screen's thread alone, which waits for the disk in the destructor only.
class KeptTallies {
 public:
  /// `folder`: of the answers; "" where none are kept. `wake` is called on the thread that reads.
  KeptTallies(std::filesystem::path folder, std::function<void()> wake)
      : folder_(std::move(folder)), wake_(std::move(wake)) {}

  /// Once a frame: begins to read, once, and takes what was read.
  void update();
  /// The learner leaves a lesson.
  void note(const Lesson& lesson, const Progress& progress);
  /// Null until they were read.
  std::shared_ptr<const LessonTallies> get() const { return tallies_; }

 private:
  std::filesystem::path folder_;
  std::function<void()> wake_;
  bool begun_ = false;
  LessonTallies left_;  ///< lessons that were left since the start
  std::shared_ptr<const LessonTallies> tallies_;
  Background<LessonTallies> reading_;  ///< last: awaited before what it uses goes
};

}  // namespace attnlab
