// Recurrence analyses: gradients of one target, compared cells and eigenvalues, for the view Recurrence.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/results/recurrence_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class RecurrenceAnalyses {
 public:
  explicit RecurrenceAnalyses(const std::function<void()>& wake)
      : one_target_(wake), comparison_(wake), eigenvalues_(wake), wake_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const RecurrenceResults>& results() const { return results_; }
  bool busy() const { return one_target_.busy() || comparison_.busy() || eigenvalues_.busy(); }

 private:
  /// All that compared cells depend on.
  struct ComparisonKey {
    std::shared_ptr<const Model> model;
    TraceRequest request;
    CellComparisonSettings settings;
    friend bool operator==(const ComparisonKey&, const ComparisonKey&) = default;
  };
  void update_one_target(const AnalysisInput& input);
  void update_comparison(const AnalysisInput& input);
  void update_eigenvalues(const AnalysisInput& input);
  void publish();

  LookedAt looked_at_;
  LatestJob<std::pair<TracePtr, Index>, OneTargetGradients> one_target_;
  std::optional<ComparisonKey> compared_;
  LatestJob<ComparisonKey, CellComparison> comparison_;
  std::shared_ptr<LatestValue<CellComparison>> so_far_;
  ByStep<CellEigenvalues> eigenvalues_;
  std::optional<Place> eigen_cell_;  ///< whose eigenvalues are worked out
  AtStep<CellEigenvalues> newest_;
  std::vector<RadiiAtStep> radii_;
  std::uint64_t radii_version_ = 0;
  TimelinePtr radii_of_;
  std::shared_ptr<const RecurrenceResults> results_;
  std::function<void()> wake_;
};

}  // namespace attnlab
