// The operating system's calls: files, names, locks, as both kinds of systems must answer.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>

#include "core/platform/environment.h"
#include "core/platform/file.h"
#include "core/platform/lock.h"
#include "core/platform/machine.h"
#include "core/platform/names.h"
#include "core/platform/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using namespace platform;

/// Opens, writes and closes.
void put(const fs::path& path, OpenFor use, std::string_view text) {
  std::error_code error;
  const FileHandle file = open_file(path, use, error);
  ASSERT_FALSE(error) << error.message();
  EXPECT_EQ(write_some(file, std::as_bytes(std::span(text)), error), text.size());
  write_through(file, error);
  EXPECT_FALSE(error) << error.message();
  close_file(file, error);
}

std::string bytes_at(const fs::path& path, std::uint64_t offset, std::size_t most) {
  std::error_code error;
  const FileHandle file = open_file(path, OpenFor::Reading, error);
  std::string bytes(most, '\0');
  bytes.resize(read_at(file, offset, std::as_writable_bytes(std::span(bytes)), error));
  EXPECT_FALSE(error) << error.message();
  close_file(file, error);
  return bytes;
}

TEST(Platform, WritesBytesAsTheyAreAndReadsAtAnOffset) {
  const TempFolder folder;
  const fs::path path = folder / "Ä und 注意力";
  put(path, OpenFor::Writing, "a\r\nb\n");
  put(path, OpenFor::Adding, "c\n");
  EXPECT_EQ(bytes_at(path, 0, 100), "a\r\nb\nc\n");
  EXPECT_EQ(bytes_at(path, 3, 2), "b\n");
  EXPECT_EQ(bytes_at(path, 100, 2), "");
  put(path, OpenFor::Writing, "d");
  EXPECT_EQ(bytes_at(path, 0, 100), "d");
}

TEST(Platform, CutsAFileOffAndGoesOnThere) {
  const TempFolder folder;
  put(folder / "a", OpenFor::Writing, "123456");
  std::error_code error;
  const FileHandle file = open_file(folder / "a", OpenFor::Adding, error);
  cut_off(file, 2, error);
  EXPECT_FALSE(error);
  write_some(file, std::as_bytes(std::span(std::string_view("xy"))), error);
  close_file(file, error);
  EXPECT_EQ(bytes_at(folder / "a", 0, 100), "12xy");
}

TEST(Platform, SaysWhatAnOpenFileIs) {
  const TempFolder folder;
  put(folder / "a", OpenFor::Writing, "123");
  std::error_code error;
  for (const auto& [path, kind, size] : {std::tuple(folder / "a", FileKind::Regular, 3u),
                                         std::tuple(fs::path(folder.path()), FileKind::Folder, 0u)}) {
    const FileHandle file = open_file(path, OpenFor::Reading, error);
    ASSERT_FALSE(error) << path;
    const FileState state = state_of(file, error);
    EXPECT_EQ(state.kind, kind);
    if (kind == FileKind::Regular) {
      EXPECT_EQ(state.size, size);
    }
    close_file(file, error);
  }
  EXPECT_EQ(open_file(folder / "none", OpenFor::Reading, error), kNoFile);
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

TEST(Platform, RenamesOverAFileAndTellsFilesApart) {
  const TempFolder folder;
  put(folder / "a", OpenFor::Writing, "new");
  put(folder / "b", OpenFor::Writing, "old");
  const Identity a = identity_of(folder / "a"), b = identity_of(folder / "b");
  EXPECT_TRUE(a.exists());
  EXPECT_FALSE(a == b);
  std::error_code error;
  rename_over(folder / "a", folder / "b", error);
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(bytes_at(folder / "b", 0, 9), "new");
  EXPECT_EQ(identity_of(folder / "b"), a);
  EXPECT_FALSE(identity_of(folder / "a").exists());
  EXPECT_LT(seconds_since_change(folder / "a"), 0);
  EXPECT_GE(seconds_since_change(folder / "b"), 0);
  rename_over(folder / "none", folder / "b", error);
  EXPECT_TRUE(error);
}

TEST(Platform, ALockGoesWithItsFileToOtherNames) {
  const TempFolder folder;
  fs::create_directories(folder / "run");
  std::error_code error;
  LockHandle lock = take_lock(folder / "run" / "lock", error);
  ASSERT_TRUE(lock.held());
  EXPECT_FALSE(take_lock(folder / "run" / "lock", error).held());
  EXPECT_FALSE(error);
  fs::create_hard_link(folder / "run" / "lock", folder / "other");
  rename_over(folder / "run", folder / "moved", error);
  EXPECT_FALSE(error) << error.message();
  EXPECT_TRUE(lock_exists(folder / "moved" / "lock"));
  EXPECT_TRUE(lock_exists(folder / "other"));
  EXPECT_TRUE(is_locked_file(lock, folder / "other"));
  EXPECT_FALSE(is_locked_file(lock, folder / "none"));
  release_lock(lock);
  EXPECT_FALSE(lock_exists(folder / "other"));
  EXPECT_FALSE(lock_exists(folder / "none"));
}

TEST(Platform, AFolderIsLockedAndRenamedMeanwhile) {
  const TempFolder folder;
  fs::create_directories(folder / "a");
  std::error_code error;
  LockHandle lock = take_lock(folder / "a", error);
  EXPECT_TRUE(lock.held());
  rename_over(folder / "a", folder / "b", error);
  EXPECT_FALSE(error) << error.message();
  EXPECT_TRUE(lock_exists(folder / "b"));
  release_lock(lock);
  EXPECT_FALSE(lock_exists(folder / "b"));
}

TEST(Platform, AMappedFileHasItsBytesAfterItsPagesWereReleased) {
  const TempFolder folder;
  const std::string text(100'000, 'x');
  put(folder / "a", OpenFor::Writing, text);
  std::error_code error;
  const FileHandle file = open_file(folder / "a", OpenFor::Reading, error);
  std::byte* const start = map_file(file, text.size());
  ASSERT_NE(start, nullptr);
  release_pages(start, 5000, text.size());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(start), text.size()), text);
  unmap_file(start, text.size());
  close_file(file, error);
}

TEST(Platform, KnowsThisProcessAndThisMachine) {
  EXPECT_TRUE(runs(process_number()));
  EXPECT_GT(memory_of_machine(), 1e8);
  EXPECT_EQ(universal_time(0).tm_year, 70);
  EXPECT_EQ(plain_number("1.5e3 and more"), 1500);
  EXPECT_EQ(variable("ATTNLAB_NO_SUCH_VARIABLE"), "");
}

}  // namespace
}  // namespace attnlab::testing
