// Gradients that a pass did not keep are computed beside the screen, and those of the next pass before it
// comes.
#include "app/state/analyses/gradient_work.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/lab_fixture.h"
#include "tests/support/small_training.h"

namespace attnlab {
namespace {

TEST(GradientWork, ComputesOneAfterAnotherWithoutAWait) {
  const testing::SmallRun run(testing::small_language_model());
  const Tracer tracer(run.experiment.model, run.experiment.vocabularies);
  const SnapshotPtr weights = run.trainer.state().snapshot;
  const TracePtr few = tracer.trace(weights, {.target = "The way", .kept_bytes = 1}),
                 all = tracer.trace(weights, {.target = "The way"});
  std::atomic<int> woken = 0;
  GradientWork work([&] { ++woken; });
  for (const TraceTensor& tensor : all->tensors()) EXPECT_TRUE(work.at_hand(all, tensor)) << "it was kept";
  EXPECT_TRUE(work.looked_at().empty());
  EXPECT_EQ(woken, 0);
  std::vector<std::string> late;
  for (const TraceTensor& tensor : few->parameters()) {
    if (!tensor.gradient.late()) continue;
    late.push_back(tensor.name);
    EXPECT_FALSE(tensor.gradient.made()) << tensor.name << " was computed before anybody looked";
    EXPECT_FALSE(work.at_hand(few, tensor)) << tensor.name << " was waited for";
    ASSERT_TRUE(wait_until([&] { return work.at_hand(few, tensor); }));
    EXPECT_TRUE(std::ranges::equal(tensor.gradient.cells(), all->at(tensor.name).gradient.cells()));
  }
  ASSERT_FALSE(late.empty());
  EXPECT_EQ(work.looked_at(), late);
  EXPECT_TRUE(wait_until([&] { return woken == static_cast<int>(late.size()); }));
  EXPECT_FALSE(work.busy());
}

using GradientsInLab = LabTest;

/// A model whose pass takes more than the smallest budget.
TEST_F(GradientsInLab, ThoseLookedAtComeWithTheNextPass) {
  lab->open({.name = "characters", .play = false});
  settle();
  say_and_settle("pass.budget 1");
  const auto looked_at = [&]() -> const TraceTensor& {
    const auto& all = lab->view().trace->parameters();
    return *std::ranges::find_if(all, [](const TraceTensor& tensor) { return tensor.gradient.late(); });
  };
  const TracePtr first = lab->view().trace;
  ASSERT_TRUE(std::ranges::any_of(first->parameters(),
                                  [](const TraceTensor& tensor) { return tensor.gradient.late(); }));
  const std::string name = looked_at().name;
  EXPECT_FALSE(lab->view().at_hand(looked_at()));
  ASSERT_TRUE(wait_until([&] { return lab->view().at_hand(looked_at()); }));
  settle();
  say_and_settle("text.target another text");
  ASSERT_NE(lab->view().trace, first);
  const TraceTensor& again = lab->view().trace->at(name);
  EXPECT_TRUE(again.gradient.late());
  EXPECT_TRUE(again.gradient.made());
  const auto others = std::ranges::count_if(lab->view().trace->parameters(), [](const TraceTensor& tensor) {
    return tensor.gradient.late() && tensor.gradient.made();
  });
  EXPECT_EQ(others, 1) << "those that nobody looks at are not computed";
}

}  // namespace
}  // namespace attnlab
