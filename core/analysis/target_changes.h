// Target changes: how edits changed the probability of each target token.
#pragma once

#include "core/trace/trace_diff.h"

namespace attnlab {

struct TargetChange {
  Index position = 0;  ///< row of output.probabilities
  TokenId target = 0;
  double before = 0;  ///< probability of the target without the edits; NaN where that is unknown
  double after = 0;   ///< probability in `trace`
};

/// One entry for each position of `trace` whose target counts, from output.probabilities [B,T,V] or [B,V];
/// none without that tensor. `diff`: `trace` against the pass without its edits; null where it has no edits.
std::vector<TargetChange> target_changes(const Trace& trace, const TraceDiff* diff);

}  // namespace attnlab
