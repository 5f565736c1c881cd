// ChangeNotes: adds an event, or rewrites the last one.
#include "core/training/run/change_notes.h"

namespace attnlab {

namespace {

constexpr double kOneChange = 1;  ///< seconds within which two changes become one event

}  // namespace

void ChangeNotes::add(const Trainer& trainer, const TrainingSettings& before, Recorder& recorder,
                      double time) {
  std::vector<std::string> options = differing_settings(before, trainer.settings());
  if (options.empty()) return;
  const TimelinePtr timeline = recorder.record().timeline;
  const bool goes_on = time - time_ < kOneChange && options == options_ && !timeline->events.empty() &&
                       timeline->events.back() == noted_;
  if (!goes_on) before_ = before;
  const std::string what = settings_difference(before_, trainer.settings());
  recorder.store(trainer);
  if (goes_on) {
    recorder.note_instead(what);
    noted_.text = what;
  } else {
    recorder.note(trainer, what);
    noted_ = {trainer.steps_done(), what};
  }
  options_ = std::move(options);
  time_ = time;
}

}  // namespace attnlab
