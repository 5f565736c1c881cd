// The view Training: its row, its options and what it finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/at_step.h"
#include "core/analysis/heads/attention_frame.h"
#include "core/analysis/samples.h"

namespace attnlab {

/// Training: which records of the runs are shown.
struct TrainingChoice {
  std::string part = "metrics";  ///< one of the rows of kTrainingPartKinds
  double smoothing = 0.9;        ///< of curves: weight of the past per step
  bool log_x = false;            ///< logarithmic steps
  bool log_y = false;            ///< logarithmic values
  bool all_heads = false;        ///< heads over time: all heads of the layer
  Index rate_search = 0;         ///< the number of the requested search for a learning rate, from 1; 0: none

  /// What is computed from past steps for the part that is shown.
  enum class Past { Nothing, OfSamples, OfAttention };
  Past past() const;
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

using Samples = std::vector<Sample>;        ///< one per probe
using HeadFrames = std::vector<HeadFrame>;  ///< one per head

/// Held-out examples, the same at each step, with the model's answers.
struct SampleHistory {
  std::shared_ptr<const std::vector<Example>> probes;
  std::vector<AtStep<Samples>> steps;  ///< by step
  AtStep<Samples> now;        ///< of the step on screen, or of an earlier step until that is computed
  std::uint64_t version = 0;  ///< changes with the content
  std::string error;
  friend bool operator==(const SampleHistory&, const SampleHistory&) = default;
};

/// The heads of the selected attention, reading the text on screen.
struct AttentionHistory {
  std::string attention;                  ///< "decoder.layers.0.self_attention"
  std::vector<AtStep<HeadFrames>> steps;  ///< by step
  std::uint64_t version = 0;              ///< changes with the content
  std::string error;
  friend bool operator==(const AttentionHistory&, const AttentionHistory&) = default;
};

}  // namespace attnlab

namespace attnlab::training {

extern const Feature kFeature;

}  // namespace attnlab::training
