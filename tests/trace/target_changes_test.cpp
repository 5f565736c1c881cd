// The effect of edits on the probability of the right tokens.
#include "core/analysis/target_changes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TracePtr with(const std::vector<Edit>& edits) {
  return small_gpt().trace({.target = "the owl", .edits = edits});
}

TEST(TargetChanges, AreTheTargetsColumnsOfTheProbabilities) {
  const TracePtr before = with({}), after = with({HeadEdit{"decoder.layers.0.self_attention", {0}}});
  const TraceDiff diff(before, after);
  const std::vector<TargetChange> changes = target_changes(*after, &diff);
  double loss_before = 0, loss_after = 0;
  for (const TargetChange& change : changes) {
    EXPECT_EQ(change.target, after->batch().target[static_cast<std::size_t>(change.position)]);
    loss_before -= std::log(change.before) / static_cast<double>(changes.size());
    loss_after -= std::log(change.after) / static_cast<double>(changes.size());
  }
  ASSERT_GT(changes.size(), 4u);
  EXPECT_NEAR(loss_before, before->loss(), 1e-4);
  EXPECT_NEAR(loss_after, after->loss(), 1e-4);
  EXPECT_NE(loss_before, loss_after);
}

TEST(TargetChanges, WithoutAnotherPassKnowNothingOfIt) {
  for (const TargetChange& change : target_changes(*with({}), nullptr)) {
    EXPECT_TRUE(std::isnan(change.before));
    EXPECT_GT(change.after, 0);
  }
}

}  // namespace
}  // namespace attnlab::testing
