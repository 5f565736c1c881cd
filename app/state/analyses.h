// Analyses: what the views on the stage ask for beyond the trace, worked out beside the screen.
#pragma once

#include "app/state/latest_job.h"
#include "app/state/opening.h"
#include "core/analysis/head_effects.h"

namespace attnlab {

/// The newest of each; null until there is one. The trace on screen may be newer.
struct AnalysisResults {
  std::shared_ptr<const std::vector<HeadEffect>> head_effects;  ///< for the Heads view
};

/// What they are worked out from.
struct AnalysisInput {
  const AppState& state;
  const OpenModel& model;
  TracePtr trace;
  std::shared_ptr<const TraceRequest> request;  ///< that the trace was made of
};

/// Used by the screen's thread alone, which never waits for it.
class Analyses {
 public:
  explicit Analyses(const std::function<void()>& wake) : head_effects_(wake) {}

  /// Once a frame: takes what is ready, and begins what a view on the stage needs and is out of date.
  void update(const AnalysisInput& input);
  /// Forgets all, as when another model is opened.
  void clear();

  const AnalysisResults& results() const { return results_; }
  bool busy() const { return head_effects_.busy(); }

 private:
  AnalysisResults results_;
  LatestJob<TracePtr, std::vector<HeadEffect>> head_effects_;
};

}  // namespace attnlab
