// ChangeNotes: tells the timeline which settings were changed within a run.
#pragma once

#include <string>
#include <vector>

#include "core/training/recorder.h"

namespace attnlab {

/// Changes of the same options that follow each other at once, as a slider makes them, are told as one.
class ChangeNotes {
 public:
  /// The trainer had the settings `before`; `time` is in seconds of any clock. Keeps its state, with the
  /// settings as they are now.
  void add(const Trainer& trainer, const TrainingSettings& before, Recorder& recorder, double time);

 private:
  TrainingSettings before_;      ///< the event that was noted last
  TimelineEvent noted_;          ///< that event
  std::vector<std::string> of_;  ///< the options that it is of
  double time_ = -1e9;           ///< when it was noted or changed last
};

}  // namespace attnlab
