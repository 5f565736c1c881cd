// ReadProgress: the whole of a model's numbers is counted, of every form of file, and reading ends when told.
#include "core/io/files/read_progress.h"

#include <gtest/gtest.h>

#include "core/training/run/recorder.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

TEST(ReadProgress, CountsAndEnds) {
  ReadProgress progress;
  EXPECT_FALSE(progress.share());
  progress.expect(30);
  progress.expect(10);
  progress.note(10);
  EXPECT_EQ(progress.share(), 0.25);
  progress.note(40);
  EXPECT_EQ(progress.share(), 1) << "metadata may be read too";
  progress.stop();
  EXPECT_THROW(progress.note(1), std::runtime_error);
  EXPECT_THROW(progress.check(), std::runtime_error);
}

class ReadFamily : public ::testing::TestWithParam<const char*> {};

TEST_P(ReadFamily, IsCountedToTheEnd) {
  const std::string folder = std::string(ATTNLAB_SOURCE_DIR "/tests/golden/families/") + GetParam();
  ReadProgress progress;
  load_checkpoint(folder, Load::Run, &progress);
  ASSERT_TRUE(progress.share());
  EXPECT_EQ(*progress.share(), 1);
  EXPECT_FALSE(progress.stopped());
}

TEST_P(ReadFamily, StopsBeforeItIsOpen) {
  const std::string folder = std::string(ATTNLAB_SOURCE_DIR "/tests/golden/families/") + GetParam();
  ReadProgress progress;
  progress.stop();
  const std::string error =
      error_text<std::runtime_error>([&] { load_checkpoint(folder, Load::Run, &progress); });
  expect_has(error, std::string(GetParam()));
  expect_has(error, "stopped opening");
  EXPECT_LT(progress.share().value_or(0), 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, ReadFamily,
                         ::testing::Values("gpt2", "gpt2_bf16", "gpt2_f16", "llama", "neox", "marian",
                                           "llama2c", "llama2c_later"));

/// A run with kept states: weights, moments and states are all counted, or as many as are asked for.
TEST(ReadProgress, CountsARunOfOurs) {
  const TempFolder folder;
  SmallRun run;
  Recorder recorder(run.trainer, {});
  recorder.store(run.trainer);
  save_checkpoint(folder / "run", run.checkpoint(recorder.record()));
  for (const Load what : {Load::Weights, Load::State, Load::Run}) {
    ReadProgress progress;
    load_checkpoint(folder / "run", what, &progress);
    EXPECT_EQ(*progress.share(), 1);
  }
  ReadProgress progress;
  progress.stop();
  EXPECT_THROW(load_checkpoint(folder / "run", Load::Run, &progress), std::runtime_error);
}

}  // namespace
}  // namespace attnlab::testing
