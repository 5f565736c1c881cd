// ChangeNotes: notes on the timeline which settings were changed within a run.
#pragma once

#include <string>
#include <vector>

#include "core/training/run/recorder.h"

namespace attnlab {

/// Quick changes of the same options, as a slider makes them, become one event.
class ChangeNotes {
 public:
  /// The trainer had the settings `before`; `time` is in seconds of any clock. Stores the trainer's state
  /// with its present settings.
  void add(const Trainer& trainer, const TrainingSettings& before, Recorder& recorder, double time);

 private:
  TrainingSettings before_;           ///< of the event that was noted last
  TimelineEvent noted_;               ///< that event
  std::vector<std::string> options_;  ///< the options of that event
  double time_ = -1e9;                ///< when it was noted or changed last
};

}  // namespace attnlab
