// Training analyses: the samples and the heads of past steps, and learning rates that are tried, for the view
// Training.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/latest_job.h"
#include "app/state/results/training_history.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/run/rate_finder.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class TrainingAnalyses {
 public:
  /// `device` computes attention of what models say.
  TrainingAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), samples_(wake), frames_(wake), rates_(wake), wake_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null where the part is not on the stage, or has no values.
  const std::shared_ptr<const SampleHistory>& samples() const { return sample_history_; }
  const std::shared_ptr<const AttentionHistory>& attention() const { return attention_history_; }
  /// The newest search for a learning rate, partial while it goes on; null before the first.
  std::shared_ptr<const RateCourse> rates() const;
  const std::string& rates_error() const { return rates_.error(); }
  bool tries_rates() const { return rates_.busy(); }
  bool busy() const { return samples_.busy() || frames_.busy() || rates_.busy(); }

 private:
  /// What the heads depend on beside the weights.
  struct Reading {
    std::string attention, source, target;
    std::shared_ptr<const Picture> picture;
    bool generate_target = false;
    std::vector<std::string> edits;
    friend bool operator==(const Reading&, const Reading&) = default;
  };
  void update_samples(const AnalysisInput& input);
  void update_attention(const AnalysisInput& input);
  void update_rates(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  ByStep<Samples> samples_;
  ByStep<HeadFrames> frames_;
  std::shared_ptr<const std::vector<Example>> probes_;
  LookedAt looked_at_;
  std::optional<Reading> reading_;
  std::shared_ptr<const SampleHistory> sample_history_;
  std::shared_ptr<const AttentionHistory> attention_history_;
  LatestJob<Index, RateCourse> rates_;  ///< by the number of the search
  std::shared_ptr<LatestValue<RateCourse>> rates_so_far_;
  Index searched_ = 0;  ///< the number of the last search that began
  std::function<void()> wake_;
};

}  // namespace attnlab
