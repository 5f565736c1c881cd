// Probe results: what linear probes find, for the view Probes.
#pragma once

#include <string>
#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/probes/probing.h"

namespace attnlab {

/// The newest of each; the step on screen may be newer.
struct ProbeResults {
  std::vector<ProbedStack> stacks;          ///< of the model; none where its task is not at hand
  AtStep<ProbeReport> now;                  ///< of the label and stack that are chosen; null before the first
  std::vector<AtStep<ProbeReport>> course;  ///< kept steps, while the part training is on the stage
  std::string error;                        ///< why the newest work failed
  friend bool operator==(const ProbeResults&, const ProbeResults&) = default;
};

}  // namespace attnlab
