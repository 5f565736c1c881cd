// Training history: what the run on screen said, and where its heads looked, at steps that are kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/attention_frame.h"
#include "core/analysis/samples.h"

namespace attnlab {

/// What was worked out of one step; no value: not yet.
template <typename Value>
struct AtStep {
  Index step = 0;
  std::shared_ptr<const Value> value;
};

using Samples = std::vector<Sample>;        ///< one a probe
using HeadFrames = std::vector<HeadFrame>;  ///< one a head

/// The same held-out examples at each step.
struct SampleHistory {
  std::shared_ptr<const std::vector<Example>> probes;
  std::vector<AtStep<Samples>> steps;  ///< by step
  AtStep<Samples> now;        ///< of the step on screen, or of the one before it while that is worked out
  std::uint64_t version = 0;  ///< changes with the content
  std::string error;
};

/// The heads of the selected attention, reading what is on screen.
struct AttentionHistory {
  std::string attention;                  ///< "decoder.layers.0.self_attention"
  std::vector<AtStep<HeadFrames>> steps;  ///< by step
  std::uint64_t version = 0;              ///< changes with the content
  std::string error;
};

}  // namespace attnlab
