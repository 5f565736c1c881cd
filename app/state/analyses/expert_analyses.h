// Expert analyses: which tokens the experts take, and what the loss loses without one, for the view Experts.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/results/expert_results.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class ExpertAnalyses {
 public:
  /// `device` computes attention of held-out examples.
  ExpertAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), effects_(wake), held_out_(wake), held_out_effects_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const ExpertResults>& results() const { return results_; }
  bool busy() const { return effects_.busy() || held_out_.busy() || held_out_effects_.busy(); }

 private:
  /// The held-out examples, drawn when they are first asked for, on the thread that asks.
  class Examples;

  void update_effects(const AnalysisInput& input);
  void update_held_out(const AnalysisInput& input);
  void publish();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::shared_ptr<Examples> examples_;
  AtStep<HeldOutExperts> newest_;  ///< that was worked out
  LatestJob<TracePtr, ExpertEffects> effects_;
  ByStep<HeldOutExperts> held_out_;
  LatestJob<SnapshotPtr, AtStep<ExpertEffects>> held_out_effects_;
  std::shared_ptr<const ExpertResults> results_;
};

}  // namespace attnlab
