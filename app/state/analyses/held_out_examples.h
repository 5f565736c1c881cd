// Held-out examples that analyses read: drawn once, when they are first asked for.
#pragma once

#include <mutex>
#include <vector>

#include "core/analysis/held_out_experts.h"
#include "core/training/preset.h"

namespace attnlab {

class HeldOutExamples {
 public:
  HeldOutExamples(Experiment experiment, Index positions)
      : experiment_(std::move(experiment)), positions_(positions) {}

  const Model& model() const { return *experiment_.model; }
  const Vocabularies& vocabularies() const { return *experiment_.vocabularies; }
  /// May be called from several threads; the first draws them.
  const std::vector<Batch>& batches() {
    std::call_once(drawn_, [&] { batches_ = held_out_batches(model(), *experiment_.task, positions_); });
    return batches_;
  }

 private:
  Experiment experiment_;
  Index positions_;
  std::once_flag drawn_;
  std::vector<Batch> batches_;
};

}  // namespace attnlab
