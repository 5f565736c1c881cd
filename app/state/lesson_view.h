// LessonView: the open lesson as its panel shows it.
#pragma once

#include <memory>
#include <string>

#include "app/lessons/class_answers.h"
#include "app/lessons/progress.h"

namespace attnlab {

/// Built once a frame, while a lesson is open.
struct LessonView {
  std::shared_ptr<const Lesson> lesson;
  Progress progress;
  std::string doing;      ///< what the step's setup waits for: "step 120 of 300"; "": all is set
  double share = 0;       ///< of that which is done, 0 to 1
  std::string error;      ///< why a command of the step failed; ""
  bool strayed = false;   ///< the learner has changed what the step had set
  bool teacher = false;   ///< notes and answers are shown
  std::string halo;       ///< script name of the widget that the learner is shown; ""
  std::string halo_view;  ///< name of the view that draws it; "": not known
  unsigned shuffle = 0;   ///< for shuffled_options()
  bool writing = false;   ///< the lesson comes from a file, which is read again whenever it is saved
  std::shared_ptr<const ClassAnswers> answers{};  ///< of the teacher's class; null: none are open
  bool reads_answers = false;                     ///< those of a class are being read
  std::string faulty;  ///< why that file cannot be read as it is now: "FILE:LINE: …"; ""

  const LessonStep& step() const { return lesson->steps[progress.step]; }
  bool first() const { return progress.step == 0; }
  bool last() const { return progress.step + 1 == lesson->steps.size(); }
  /// The attempt at an exercise; one not begun where there is none.
  Attempt attempt(const std::string& exercise) const {
    const auto found = progress.attempts.find(exercise);
    return found == progress.attempts.end() ? Attempt{} : found->second;
  }
};

}  // namespace attnlab
