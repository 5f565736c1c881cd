// Landscape analysis: measures the loss over a plane of weights for the view Loss landscape.
#pragma once

#include <atomic>

#include "app/state/analyses/analysis_input.h"
#include "app/state/latest_job.h"
#include "app/state/results/landscape_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for a measurement.
class LandscapeAnalysis {
 public:
  explicit LandscapeAnalysis(const std::function<void()>& wake)
      : learns_(std::make_shared<std::atomic<bool>>(false)), job_(wake), wake_(wake) {}

  /// Once a frame. A measurement begins while the view is on the stage, and goes on until it ends or is
  /// stopped; while the run learns, what is measured stays.
  void update(const AnalysisInput& input);
  /// Drops everything, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const LandscapeResults>& results() const { return results_; }
  bool busy() const { return job_.busy(); }

 private:
  /// All that a landscape depends on.
  struct Key {
    LandscapeSettings settings;
    Index asked = 0;
    SnapshotPtr end;       ///< of the path
    OptionValues options;  ///< of model and task, there
    friend bool operator==(const Key&, const Key&) = default;
  };
  Key wanted(const AnalysisInput& input) const;
  void measure(const AnalysisInput& input);
  void publish(std::string error);

  std::shared_ptr<std::atomic<bool>> learns_;  ///< the run learns now: the work leaves time to it
  LatestJob<Key, LossLandscape> job_;
  std::shared_ptr<LatestValue<LossLandscape>> so_far_;
  std::optional<Key> begun_;
  std::shared_ptr<const LossLandscape> shown_;
  std::shared_ptr<const LandscapeResults> results_;
  std::uint64_t version_ = 0;
  std::function<void()> wake_;
};

}  // namespace attnlab
