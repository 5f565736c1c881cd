// Training history: the answers of the run on screen, and where its heads looked, at the kept steps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/heads/attention_frame.h"
#include "core/analysis/samples.h"

namespace attnlab {

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
