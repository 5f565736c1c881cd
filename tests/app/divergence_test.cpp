// A loss that grows without bound is distinguished from one that is only high.
#include "app/state/divergence.h"

#include <gtest/gtest.h>

#include "tests/support/expect_has.h"

namespace attnlab {
namespace {

/// A run whose first loss is `first`.
Record record_from(double first) {
  AppendLog<StepMetrics> log;
  StepMetrics metrics;
  metrics.loss = first;
  log.append(metrics);
  return {.steps = log.view(), .measurements = {}, .timeline = {}};
}

TrainingView at(double mean_loss) {
  TrainingView view;
  view.mean_loss = mean_loss;
  return view;
}

TEST(Divergence, IsALossFarAboveTheFirst) {
  const Record record = record_from(4.7);
  EXPECT_FALSE(diverges(at(4.6), record));
  EXPECT_FALSE(diverges(at(30), record)) << "a high learning rate begins so, and may still learn";
  EXPECT_TRUE(diverges(at(8669), record));
  testing::expect_has(divergence_text(at(8669), record), "Training diverges: ");
}

TEST(Divergence, NeedsAFirstLossToGoBy) {
  EXPECT_FALSE(diverges(at(8669), Record{}));
  EXPECT_FALSE(diverges(TrainingView{}, record_from(4.7))) << "no mean yet";
  EXPECT_FALSE(diverges(at(3), record_from(0.01))) << "a trained model that goes on";
}

}  // namespace
}  // namespace attnlab
