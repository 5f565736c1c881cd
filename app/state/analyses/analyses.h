// Analyses: what the views on the stage ask for beyond the trace, worked out beside the screen.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/training_analyses.h"
#include "app/state/analysis_results.h"
#include "app/state/generation_result.h"
#include "app/state/latest_job.h"
#include "app/state/tiles_walk.h"
#include "core/analysis/head_effects.h"
#include "core/analysis/head_overview.h"
#include "core/analysis/norm_experiment.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for it.
class Analyses {
 public:
  explicit Analyses(const std::function<void()>& wake)
      : head_overview_(wake),
        head_effects_(wake),
        generation_(wake),
        shuffle_(wake),
        norms_(wake),
        tiles_walk_(wake),
        training_(wake),
        wake_(wake) {}

  /// Once a frame: takes what is ready, and begins what a view on the stage needs and is out of date.
  void update(const AnalysisInput& input);
  /// Forgets all, as when another model is opened.
  void clear();

  const AnalysisResults& results() const { return results_; }
  bool busy() const {
    return head_overview_.busy() || head_effects_.busy() || generation_.busy() || shuffle_.busy() ||
           norms_.busy() || tiles_walk_.busy() || training_.busy();
  }

 private:
  void update_shuffle(const AnalysisInput& input);
  void update_norms(const AnalysisInput& input);
  void update_tiles_walk(const AnalysisInput& input);

  AnalysisResults results_;
  /// What a continuation depends on.
  struct GenerationKey {
    SnapshotPtr snapshot;
    std::string source, target;
    GenerationChoice choice;
    friend bool operator==(const GenerationKey&, const GenerationKey&) = default;
  };
  void update_generation(const AnalysisInput& input);

  LatestJob<TracePtr, HeadOverview> head_overview_;
  LatestJob<TracePtr, std::vector<HeadEffect>> head_effects_;
  LatestJob<GenerationKey, GenerationResult> generation_;
  LatestJob<std::pair<TracePtr, Index>, ShuffleTest> shuffle_;  ///< of a trace, in one of the orders
  LatestJob<NormExperimentSettings, NormExperiment> norms_;
  std::shared_ptr<LatestValue<NormExperiment>> norms_so_far_;
  /// Another device makes another trace.
  LatestJob<std::pair<TracePtr, TilesPlace>, TilesWalk> tiles_walk_;
  TrainingAnalyses training_;
  std::function<void()> wake_;
};

}  // namespace attnlab
