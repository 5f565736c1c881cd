// Analysis results: what the analyses computed beyond the trace, for the views to show.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace attnlab {

struct AttentionHistory;
struct ContributionCourse;
struct Contributions;
struct AttributionResults;
struct CircuitResults;
struct ExpertResults;
struct GenerationResult;
struct HeadEffect;
struct HeadOverview;
struct NeuronResults;
struct LandscapeResults;
struct LengthExperiment;
struct ModelResults;
struct NormExperiment;
struct PassTime;
struct PatchingResults;
struct RecurrenceResults;
struct PictureResults;
struct RateCourse;
struct ResidualResults;
struct ProbeResults;
struct SampleHistory;
struct ShuffleTest;
struct ShownLevels;
struct TilesWalk;
struct VectorResults;

/// The newest result of each analysis; null before the first. The trace on screen may be newer.
struct AnalysisResults {
  std::shared_ptr<const HeadOverview> head_overview;            ///< for the Heads view
  std::shared_ptr<const std::vector<HeadEffect>> head_effects;  ///< for the Heads view
  std::shared_ptr<const GenerationResult> generation;           ///< for the Generation view
  std::string generation_error;                                 ///< why there is no continuation
  std::shared_ptr<const ShuffleTest> shuffle;                   ///< for the Positions view
  std::shared_ptr<const NormExperiment> norms;                  ///< for the Norms view; partial while it runs
  std::string norms_error;
  std::shared_ptr<const TilesWalk> tiles_walk;        ///< for the Tiles view, where the GPU computes
  std::shared_ptr<const ShownLevels> text_levels;     ///< for the Tokens view
  std::shared_ptr<const SampleHistory> samples;       ///< for the Training view
  std::shared_ptr<const AttentionHistory> attention;  ///< for the Training view
  std::shared_ptr<const RateCourse> rates;            ///< for the Training view; partial while it goes on
  std::string rates_error;
  bool tries_rates = false;                                 ///< now
  std::shared_ptr<const ExpertResults> experts;             ///< for the Experts view
  std::shared_ptr<const VectorResults> vectors;             ///< for the Vectors view
  std::shared_ptr<const RecurrenceResults> recurrence;      ///< for the Recurrence view
  std::shared_ptr<const CircuitResults> circuits;           ///< for the Circuits view
  std::shared_ptr<const ProbeResults> probes;               ///< for the Probes view
  std::shared_ptr<const PictureResults> pictures;           ///< for the Pictures view
  std::shared_ptr<const std::vector<PassTime>> pass_times;  ///< for the Cost view
  std::string pass_times_error;
  bool times_passes = false;                        ///< now
  std::shared_ptr<const LengthExperiment> lengths;  ///< for the view Alignment; partial while both learn
  std::string lengths_error;
  std::shared_ptr<const PatchingResults> patching;        ///< for the Patching view
  std::shared_ptr<const ResidualResults> residual;        ///< for the view Residual stream
  std::shared_ptr<const NeuronResults> neurons;           ///< for the view Neurons
  std::shared_ptr<const ModelResults> models;             ///< for the view Two models
  std::shared_ptr<const LandscapeResults> landscape;      ///< for the view Loss landscape
  std::shared_ptr<const AttributionResults> attribution;  ///< for the view Attribution; partial while it runs
  std::shared_ptr<const Contributions> contributions;     ///< for the view Contributions
  std::shared_ptr<const ContributionCourse> contribution_course;  ///< of the same logit
  std::string contributions_error;
  bool changes = false;  ///< a run learns, and each pass on screen has newer weights
};

}  // namespace attnlab
