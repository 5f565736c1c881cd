// Attribution analysis: shares the chosen prediction of the pass on screen out, for the view Attribution.
#pragma once

#include <chrono>

#include "app/state/analyses/analysis_input.h"
#include "app/state/latest_job.h"
#include "app/state/results/attribution_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the passes.
class AttributionAnalysis {
 public:
  explicit AttributionAnalysis(const std::function<void()>& wake) : job_(wake), wake_(wake) {}

  /// Once a frame: takes finished values, and begins anew where the view is on the stage and they are old.
  void update(const AnalysisInput& input);
  /// Drops everything, for another model.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const AttributionResults>& results() const { return results_; }
  bool busy() const { return job_.busy(); }

 private:
  using Key = std::pair<TracePtr, AttributionSettings>;

  bool begins(const AnalysisInput& input, const Key& key);
  std::shared_ptr<const Attributions> newest(bool changes) const;
  void publish(bool changes);

  LatestJob<Key, Attributions> job_;
  std::shared_ptr<LatestValue<Attributions>> so_far_;
  AttributionSettings settings_;  ///< of the work that was begun last
  std::chrono::steady_clock::time_point since_{};
  std::shared_ptr<const AttributionResults> results_;
  std::function<void()> wake_;
};

}  // namespace attnlab
