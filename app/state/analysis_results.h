// Analysis results: what was worked out beyond the trace, for the views to show.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace attnlab {

struct AttentionHistory;
struct GenerationResult;
struct HeadEffect;
struct HeadOverview;
struct NormExperiment;
struct SampleHistory;
struct ShuffleTest;
struct TilesWalk;

/// The newest of each; null until there is one. The trace on screen may be newer.
struct AnalysisResults {
  std::shared_ptr<const HeadOverview> head_overview;            ///< for the Heads view
  std::shared_ptr<const std::vector<HeadEffect>> head_effects;  ///< for the Heads view
  std::shared_ptr<const GenerationResult> generation;           ///< for the Generation view
  std::string generation_error;                                 ///< why there is none
  std::shared_ptr<const ShuffleTest> shuffle;                   ///< for the Positions view
  std::shared_ptr<const NormExperiment> norms;  ///< for the Norms view; of one under way, as far as it is
  std::string norms_error;
  std::shared_ptr<const TilesWalk> tiles_walk;        ///< for the Tiles view, where the GPU computes
  std::shared_ptr<const SampleHistory> samples;       ///< for the Training view
  std::shared_ptr<const AttentionHistory> attention;  ///< for the Training view
  bool changes = false;                               ///< the pass on screen is of newer weights every moment
};

}  // namespace attnlab
