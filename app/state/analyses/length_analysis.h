// Length analysis: trains a fixed vector and attention for the view Alignment, and compares them by length.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/length_experiment.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the training.
class LengthAnalysis {
 public:
  /// `device` computes attention of the models that are trained.
  LengthAnalysis(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), job_(wake), wake_(wake) {}

  /// Once a frame. What was begun goes on whatever view is on the stage, until it ends or is switched off.
  void update(const AnalysisInput& input);
  /// Drops everything, for another model.
  void clear();

  /// Partial while both learn; null before the first measurement.
  std::shared_ptr<const LengthExperiment> result() const;
  const std::string& error() const { return job_.error(); }
  bool busy() const { return job_.busy(); }

 private:
  AttentionDeviceChoice device_;
  LatestJob<LengthSettings, LengthExperiment> job_;
  std::shared_ptr<LatestValue<LengthExperiment>> so_far_;
  std::function<void()> wake_;
};

}  // namespace attnlab
