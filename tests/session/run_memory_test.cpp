// The memory that a run of a built-in preset holds: by its own counts, at default settings, at rest.
#include <gtest/gtest.h>

#include "core/training/run/training_run.h"
#include "tests/session/small_run.h"

namespace attnlab {
namespace {

/// What bench/memory measures of the whole program must stay within; a run's own counts have room beneath it.
constexpr std::size_t kMostOfAToyRun = std::size_t{30} << 20;

class RunMemory : public ::testing::TestWithParam<const char*> {};

TEST_P(RunMemory, OfAToyRunAtRestIsSmall) {
  const Experiment e = make_experiment(find_preset(GetParam()));
  TrainingRun run(trainer_for(e), {});
  EXPECT_LT(run.status().bytes, kMostOfAToyRun) << "at its beginning";
  run.step(70);
  ASSERT_TRUE(wait_until([&] { return run.status().step == 70 && !run.status().pending; }));
  const Record record = run.record();
  EXPECT_EQ(record.timeline->states.size(), 68u) << "every step up to 64, then every second one";
  EXPECT_LT(run.status().bytes, kMostOfAToyRun);
  EXPECT_LE(record.timeline->bytes_in_memory(), kStatesInMemory);
}

INSTANTIATE_TEST_SUITE_P(Chosen, RunMemory, ::testing::Values("translate", "reverse"));

}  // namespace
}  // namespace attnlab
