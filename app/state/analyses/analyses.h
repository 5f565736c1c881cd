// Analyses: computes in the background what the views on the stage need beyond the trace.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/attribution_analysis.h"
#include "app/state/analyses/circuit_analyses.h"
#include "app/state/analyses/contribution_analysis.h"
#include "app/state/analyses/expert_analyses.h"
#include "app/state/analyses/landscape_analysis.h"
#include "app/state/analyses/length_analysis.h"
#include "app/state/analyses/model_analyses.h"
#include "app/state/analyses/neuron_analyses.h"
#include "app/state/analyses/patching_analyses.h"
#include "app/state/analyses/probe_analyses.h"
#include "app/state/analyses/recurrence_analyses.h"
#include "app/state/analyses/residual_analyses.h"
#include "app/state/analyses/training_analyses.h"
#include "app/state/analyses/vector_analyses.h"
#include "app/state/latest_job.h"
#include "app/state/results/analysis_results.h"
#include "app/state/results/generation_result.h"
#include "app/state/results/picture_results.h"
#include "app/state/shown_levels.h"
#include "app/state/walk/tiles_walk.h"
#include "core/analysis/experiments/norm_experiment.h"
#include "core/analysis/heads/head_effects.h"
#include "core/analysis/heads/head_overview.h"
#include "core/analysis/pass_time.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class Analyses {
 public:
  /// `device` computes attention of what is generated and trained here.
  Analyses(const AttentionDeviceChoice& device, const std::function<void()>& wake)
      : device_(device),
        head_overview_(wake),
        head_effects_(wake),
        generation_(wake),
        shuffle_(wake),
        norms_(wake),
        tiles_walk_(wake),
        text_levels_(wake),
        pass_times_(wake),
        training_(device, wake),
        experts_(device, wake),
        vectors_(wake),
        probes_(device, wake),
        recurrence_(wake),
        residual_(wake),
        circuits_(device, wake),
        lengths_(device, wake),
        patching_(device, wake),
        pictures_(wake),
        neurons_(device, wake),
        models_(device, wake),
        landscape_(wake),
        contributions_(wake),
        attribution_(wake),
        wake_(wake) {}

  /// Once a frame: takes finished results, and begins those that a view on the stage needs and that are out
  /// of date.
  void update(const AnalysisInput& input);
  /// Drops all results, for another model.
  void clear();

  const AnalysisResults& results() const { return results_; }
  bool busy() const {
    return head_overview_.busy() || head_effects_.busy() || generation_.busy() || shuffle_.busy() ||
           norms_.busy() || tiles_walk_.busy() || text_levels_.busy() || pass_times_.busy() ||
           training_.busy() || experts_.busy() || vectors_.busy() || recurrence_.busy() || residual_.busy() ||
           lengths_.busy() || pictures_.busy() || patching_.busy() || neurons_.busy() || models_.busy() ||
           landscape_.busy() || contributions_.busy() || attribution_.busy() || circuits_.busy() ||
           probes_.busy();
  }

 private:
  void update_shuffle(const AnalysisInput& input);
  void update_norms(const AnalysisInput& input);
  void update_tiles_walk(const AnalysisInput& input);
  void update_text_levels(const AnalysisInput& input);
  void update_pass_times(const AnalysisInput& input);
  void update_pictures(const AnalysisInput& input);

  AnalysisResults results_;
  /// All that a continuation depends on.
  struct GenerationKey {
    SnapshotPtr snapshot;
    std::string source, target;
    std::shared_ptr<const Picture> picture;
    GenerationChoice choice;
    friend bool operator==(const GenerationKey&, const GenerationKey&) = default;
  };
  void update_generation(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  LatestJob<TracePtr, HeadOverview> head_overview_;
  LatestJob<TracePtr, std::vector<HeadEffect>> head_effects_;
  LatestJob<GenerationKey, GenerationResult> generation_;
  LatestJob<std::pair<TracePtr, Index>, ShuffleTest> shuffle_;  ///< by trace and order of words
  LatestJob<NormExperimentSettings, NormExperiment> norms_;
  std::shared_ptr<LatestValue<NormExperiment>> norms_so_far_;
  /// Needs no device in its key: another device makes another trace.
  LatestJob<std::pair<TracePtr, TilesPlace>, TilesWalk> tiles_walk_;
  LatestJob<std::pair<std::shared_ptr<const Vocabularies>, TextSide>, ShownLevels> text_levels_;
  /// What a measurement is of. Newer weights take as long as older ones.
  struct PassTimesKey {
    Index measurement = 0;
    std::shared_ptr<const Model> model;
    std::string device;  ///< what computes attention; "": the processor
    friend bool operator==(const PassTimesKey&, const PassTimesKey&) = default;
  };
  LatestJob<PassTimesKey, std::vector<PassTime>> pass_times_;
  TrainingAnalyses training_;
  ExpertAnalyses experts_;
  VectorAnalyses vectors_;
  ProbeAnalyses probes_;
  RecurrenceAnalyses recurrence_;
  ResidualAnalyses residual_;
  CircuitAnalyses circuits_;
  LengthAnalysis lengths_;
  PatchingAnalyses patching_;
  LatestJob<PictureQuestion, PictureResults> pictures_;
  NeuronAnalyses neurons_;
  ModelAnalyses models_;
  LandscapeAnalysis landscape_;
  ContributionAnalysis contributions_;
  AttributionAnalysis attribution_;
  std::function<void()> wake_;
};

}  // namespace attnlab
