// Reads the answers of all lessons, once.
#include "app/state/lab/kept_tallies.h"

#include <utility>

#include "app/state/wake_at_end.h"

namespace attnlab {

void KeptTallies::update() {
  if (!std::exchange(begun_, true))
    reading_ = in_background([folder = folder_, wake = wake_] {
      const WakeAtEnd at_end{wake};
      return folder.empty() ? LessonTallies{} : kept_tallies(folder);
    });
  if (!reading_.ready()) return;
  LessonTallies read = reading_.get();
  for (const auto& [lesson, tally] : left_) read[lesson] = tally;
  tallies_ = std::make_shared<const LessonTallies>(std::move(read));
}

void KeptTallies::note(const Lesson& lesson, const Progress& progress) {
  left_[lesson.id] = tally_of(lesson, progress);
  if (!tallies_) return;
  LessonTallies all = *tallies_;
  all[lesson.id] = left_[lesson.id];
  tallies_ = std::make_shared<const LessonTallies>(std::move(all));
}

}  // namespace attnlab
