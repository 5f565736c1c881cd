// A folder that is trained into: who holds it, through saves, and what stays of the lock.
#include "core/io/run_lock.h"

#include <gtest/gtest.h>

#include "core/io/files/replace_file.h"
#include "tests/support/expect_has.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

std::string lock_error(const fs::path& folder) {
  try {
    const RunLock lock(folder);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

class RunLockThrough : public ::testing::TestWithParam<Replacement> {};

TEST_P(RunLockThrough, SavesHoldsTheFolder) {
  const TempFolder folder;
  SmallRun run(small_preset(), 1);
  {
    const RunLock lock(folder / "m");
    expect_has(lock_error(folder / "m"), "another program is training in");
    for (int i = 0; i < 3; ++i) {
      save_checkpoint(folder / "m", run.checkpoint(), GetParam());
      expect_has(lock_error(folder / "m"), "another program is training in");
    }
  }
  EXPECT_FALSE(fs::exists(folder / "m/.lock"));
  EXPECT_EQ(lock_error(folder / "m"), "");
  EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

INSTANTIATE_TEST_SUITE_P(Unit, RunLockThrough,
                         ::testing::Values(Replacement::Exchange, Replacement::TwoRenames));

TEST(RunLock, LeavesNoFolderThatItMade) {
  const TempFolder folder;
  EXPECT_EQ(lock_error(folder / "m"), "");
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(RunLock, FindsARunThatWasPutAside) {
  const TempFolder folder;
  save_checkpoint(folder / "m", SmallRun(small_preset(), 1).checkpoint());
  fs::rename(folder / "m", folder / "m.old-999999999");  // killed between two renames
  const RunLock lock(folder / "m");
  EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 1);
}

TEST(RunLock, IsRefusedWhereSomethingElseIs) {
  const TempFolder folder;
  write_bytes(folder / "home/thesis.txt", "years");
  expect_has(lock_error(folder / "home"), "does not hold a checkpoint");
  EXPECT_FALSE(fs::exists(folder / "home/.lock"));
  expect_has(lock_error(folder / "m.tmp-12"), "reserved for unfinished saves");
}

TEST(LeftOvers, OfAFolderThatIsStillFilledStay) {
  const TempFolder folder;
  fs::create_directory(folder / "m.tmp-999999999");
  FileLock elsewhere = FileLock::take(folder / "m.tmp-999999999");  // a program of another container
  clear_left_overs(folder / "m");
  EXPECT_TRUE(fs::exists(folder / "m.tmp-999999999"));
  elsewhere.release();
  clear_left_overs(folder / "m");
  EXPECT_FALSE(fs::exists(folder / "m.tmp-999999999"));
}

TEST(LeftOvers, OfAFileAreClearedByTheNextOneInItsPlace) {
  const TempFolder folder;
  write_bytes(folder / "t.tmp-999999999", "half");
  write_bytes(folder / "t.tmp-1", "of a program that lives");
  write_bytes(folder / "other.tmp-999999999", "of another file");
  replace_file(folder / "t", [](const fs::path& file) { write_bytes(file, "whole"); });
  EXPECT_EQ(read_bytes(folder / "t"), "whole");
  EXPECT_FALSE(fs::exists(folder / "t.tmp-999999999"));
  EXPECT_TRUE(fs::exists(folder / "t.tmp-1"));
  EXPECT_TRUE(fs::exists(folder / "other.tmp-999999999"));
}

}  // namespace
}  // namespace attnlab::testing
