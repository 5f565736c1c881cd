// Training analyses: the samples and the heads of past steps, for the view Training.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/results/training_history.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class TrainingAnalyses {
 public:
  /// `device` computes attention of what models say.
  TrainingAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), samples_(wake), frames_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null where the part is not on the stage, or has no values.
  const std::shared_ptr<const SampleHistory>& samples() const { return sample_history_; }
  const std::shared_ptr<const AttentionHistory>& attention() const { return attention_history_; }
  bool busy() const { return samples_.busy() || frames_.busy(); }

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

  AttentionDeviceChoice device_;
  ByStep<Samples> samples_;
  ByStep<HeadFrames> frames_;
  std::shared_ptr<const std::vector<Example>> probes_;
  LookedAt looked_at_;
  std::optional<Reading> reading_;
  std::shared_ptr<const SampleHistory> sample_history_;
  std::shared_ptr<const AttentionHistory> attention_history_;
};

}  // namespace attnlab
