// Target changes: what edits did to the probability of each token that should have come.
#pragma once

#include "core/trace/trace_diff.h"

namespace attnlab {

struct TargetChange {
  Index position = 0;  ///< row of output.probabilities
  TokenId target = 0;
  double before = 0;  ///< probability of the target without the edits; NaN where it is not known
  double after = 0;   ///< in `trace`
};

/// One line for each position of `trace` whose target counts, from output.probabilities [B,T,V] or [B,V];
/// none where it has no such tensor. `diff`: `trace` against the pass without its edits; null where it has
/// none.
std::vector<TargetChange> target_changes(const Trace& trace, const TraceDiff* diff);

}  // namespace attnlab
