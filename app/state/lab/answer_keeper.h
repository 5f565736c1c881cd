// AnswerKeeper: keeps the answers to a lesson in a file, beside the screen's thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/lessons/progress.h"
#include "app/lessons/tally.h"
#include "core/config/background.h"

namespace attnlab {

/// The folder of a user's answers, $XDG_DATA_HOME/attention-lab/answers; "" where there is no home.
std::filesystem::path standard_answers_folder();

/// Used by the screen's thread alone, which waits for the disk in save() and finish() only. Writes one file
/// at a time.
class AnswerKeeper {
 public:
  /// `folder`: "" keeps nothing. `wake` is called on the thread that writes.
  AnswerKeeper(std::filesystem::path folder, std::function<void()> wake)
      : folder_(std::move(folder)), wake_(std::move(wake)) {}

  /// The progress that was kept of a lesson; nothing where none was. Throws std::invalid_argument with one
  /// line for a file that cannot be read.
  std::optional<Progress> read(const Lesson& lesson) const;
  /// Something has changed since the last file.
  void note_change() { changed_ = true; }
  /// Once a frame: writes what has changed. Returns why the last file could not be written, once, or "".
  std::string update(const Lesson& lesson, const Progress& progress);
  /// Writes what has changed, here. Returns why that failed, or "".
  std::string save(const Lesson& lesson, const Progress& progress, Deadline deadline);
  /// The same, and the seconds that have passed without a change.
  std::string finish(const Lesson& lesson, const Progress& progress, Deadline deadline);

 private:
  std::filesystem::path file_of(const Lesson& lesson) const;
  void write(const Lesson& lesson, const Progress& progress);

  std::filesystem::path folder_;
  std::function<void()> wake_;
  bool changed_ = false;
  Background<std::string> writing_;  ///< why it failed, or ""
};

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
