// Target changes: one column of each row of the probabilities.
#include "core/analysis/target_changes.h"

#include <algorithm>
#include <limits>

namespace attnlab {

namespace {

constexpr const char* kProbabilities = "output.probabilities";

/// The probabilities without the edits; null where they had another shape.
const TraceTensor* before_edits(const TraceDiff* diff) {
  if (!diff) return nullptr;
  const auto found = std::ranges::find(diff->tensors(), kProbabilities, &TensorChange::name);
  return found == diff->tensors().end() ? nullptr : found->before;
}

}  // namespace

std::vector<TargetChange> target_changes(const Trace& trace, const TraceDiff* diff) {
  const TraceTensor *after = trace.find(kProbabilities), *before = before_edits(diff);
  std::vector<TargetChange> changes;
  if (!after || after->shape.rank() < 2) return changes;
  const Index columns = after->shape.last(), rows = after->shape.size() / columns;
  const std::vector<TokenId>& targets = trace.batch().target;
  for (Index row = 0; row < std::min(rows, count_of(targets)); ++row) {
    const TokenId target = targets[row];
    if (target < 0 || target >= columns) continue;
    const auto cell = static_cast<std::size_t>(row * columns + target);
    changes.push_back({row, target,
                       before ? double(before->value[cell]) : std::numeric_limits<double>::quiet_NaN(),
                       double(after->value[cell])});
  }
  return changes;
}

}  // namespace attnlab
