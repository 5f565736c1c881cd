// Patching analyses: pairs that are proposed, and the grid of the pair on the stage, for the view Patching.
#pragma once

#include <atomic>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/latest_job.h"
#include "app/state/results/patching_results.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class PatchingAnalyses {
 public:
  /// `device` computes attention of the passes.
  PatchingAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), proposals_(wake), grid_(wake), wake_(wake) {}

  /// Once a frame: takes finished values, and goes on with what is on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another model.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const PatchingResults>& results() const { return results_; }
  bool busy() const { return proposals_.busy() || grid_.busy(); }

 private:
  using Pairs = std::vector<PatchPair>;
  /// What proposals depend on.
  struct ProposalKey {
    std::shared_ptr<const Model> model;
    std::string text;
    SnapshotPtr weights;
    friend bool operator==(const ProposalKey&, const ProposalKey&) = default;
  };
  struct GridKey {
    SnapshotPtr weights;
    PatchQuestion question;
    friend bool operator==(const GridKey&, const GridKey&) = default;
  };
  struct Grid {
    GridKey of;
    std::shared_ptr<const PatchingResult> result;  ///< null: refused
    std::string error;
  };
  /// How far the work is, written by its thread.
  struct Progress {
    std::atomic<Index> done{0}, all{0};
  };

  void update_proposals(const AnalysisInput& input);
  void update_grid(const AnalysisInput& input, const PatchPair& pair);
  std::optional<PatchPair> pair_for(const PatchingChoice& choice) const;
  void publish(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  LatestJob<ProposalKey, Pairs> proposals_;
  ProposalKey looked_for_;
  LatestJob<GridKey, Grid> grid_;
  std::optional<PatchQuestion> asked_;
  std::shared_ptr<Progress> progress_;
  std::function<void()> wake_;
  std::shared_ptr<const PatchingResults> results_;
};

}  // namespace attnlab
