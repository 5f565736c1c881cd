// Text files of every bad kind: each a clear error of one line, none read further than needed.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "core/tasks/base/task.h"
#include "core/tasks/make_task.h"
#include "core/tasks/text/corpus.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::TempFolder;
using testing::write_bytes;

/// A file with these bytes in its own folder.
class File {
 public:
  explicit File(std::string_view bytes, const std::string& name = "text.txt") : path_(folder_ / name) {
    write_bytes(path_, bytes);
  }
  const fs::path& path() const { return path_; }

 private:
  TempFolder folder_;
  fs::path path_;
};

/// The message of the std::runtime_error that reading `path` throws; "" for none.
std::string refusal(const fs::path& path, std::size_t limit = kMaxCorpusBytes) {
  try {
    read_text_file(path, limit);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// Expects one line with the file's name and `part`.
void expect_refused(const fs::path& path, std::string_view part, std::size_t limit = kMaxCorpusBytes) {
  const std::string message = refusal(path, limit);
  EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks: " << part;
  EXPECT_NE(message.find(path.filename().string()), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(CorpusFiles, AGoodFileIsReadAsItIs) {
  const std::string text = "Grüße,\n\tl'été √ 🦊\n";
  EXPECT_EQ(read_text_file(File(text).path()), text);
}

TEST(CorpusFiles, ByteOrderMarkAndForeignLineEndsAreTakenOff) {
  EXPECT_EQ(read_text_file(File("\xEF\xBB\xBFone\r\ntwo\rthree\n\r\n\n\r").path()),
            "one\ntwo\nthree\n\n\n\n");
  EXPECT_EQ(read_text_file(File("a\xEF\xBB\xBF").path()), "a\xEF\xBB\xBF");
}

TEST(CorpusFiles, MissingFile) {
  TempFolder folder;
  expect_refused(folder / "nowhere.txt", "the file does not exist (built-in texts: village)");
  expect_refused(folder / "no" / "where.txt", "the file does not exist");
}

TEST(CorpusFiles, NewlinesInANameDoNotBreakTheMessage) {
  TempFolder folder;
  const std::string message = refusal(folder / "two\nlines.txt");
  EXPECT_NE(message.find("two?lines.txt"), std::string::npos) << message;
}

TEST(CorpusFiles, Folder) {
  TempFolder folder;
  fs::create_directory(folder / "texts");
  expect_refused(folder / "texts", "it is a folder");
}

TEST(CorpusFiles, NotARegularFile) {
  TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  expect_refused(folder / "pipe", "not a regular file");
  expect_refused("/dev/zero", "not a regular file");
}

TEST(CorpusFiles, UnreadableFile) {
  if (geteuid() == 0) GTEST_SKIP() << "the administrator may read everything";
  const File file("secret");
  fs::permissions(file.path(), fs::perms::none);
  expect_refused(file.path(), "Permission denied");
}

TEST(CorpusFiles, EmptyFile) {
  expect_refused(File("").path(), "the file is empty");
  expect_refused(File("\xEF\xBB\xBF").path(), "the file is empty");
}

TEST(CorpusFiles, BinaryFile) {
  using namespace std::string_view_literals;
  expect_refused(File("\x7F"
                      "ELF\2\1\1\0\0\0"sv)
                     .path(),
                 "not a text file: byte 7 is zero");
  expect_refused(File("text\0"sv).path(), "byte 4 is zero");
}

TEST(CorpusFiles, Utf16) {
  using namespace std::string_view_literals;
  expect_refused(File("\xFF\xFEh\0i\0"sv).path(), "its encoding is UTF-16; save it as UTF-8");
  expect_refused(File("\xFE\xFF\0h\0i"sv).path(), "its encoding is UTF-16; save it as UTF-8");
}

TEST(CorpusFiles, NotUtf8SaysWhere) {
  expect_refused(File("caf\xE9 au lait").path(), "byte 3 is not UTF-8");
  expect_refused(File("\xEF\xBB\xBF"
                      "ab\xC3")
                     .path(),
                 "byte 5 is not UTF-8");
  expect_refused(File(std::string(3000000, 'x') + "\xFF").path(), "byte 3000000 is not UTF-8");
}

TEST(CorpusFiles, TheLimitIsExact) {
  const File file("0123456789");
  EXPECT_EQ(refusal(file.path(), 10), "");
  expect_refused(file.path(), "at most", 9);
}

TEST(CorpusFiles, TwoHundredMegabytesAreRefusedUnread) {
  const File file("start");
  fs::resize_file(file.path(), 200u << 20);  // a sparse file, which needs no disk space
  expect_refused(file.path(), "its size is 200 MB, but may be at most 64 MB");
  expect_refused(file.path(), "head -c 67108864");
}

TEST(CorpusFiles, AFileLargerThanMemoryIsRefusedToo) {
  const File file("start");
  std::error_code error;
  fs::resize_file(file.path(), std::uintmax_t{1} << 40, error);
  if (error) GTEST_SKIP() << "no such large files here";
  expect_refused(file.path(), "its size is 1048576 MB");
}

TEST(CorpusFiles, FilesThatReportNoSizeAreReadToTheirEnd) {
  if (!fs::exists("/proc/self/status")) GTEST_SKIP() << "no /proc here";
  EXPECT_NE(read_text_file("/proc/self/status").find("VmSize"), std::string::npos);
  EXPECT_NE(refusal("/proc/self/status", 100).find("at most"), std::string::npos);
}

TEST(CorpusFiles, TooShortForOneWindow) {
  const File file("too short");
  TaskConfig config;
  config.name = "language_model", config.corpus = file.path().string();
  try {
    make_task(config, 64);
    FAIL() << "took nine characters for two windows of 64";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("text.txt' has 9 characters, but a context of 64 needs at least 130"),
              std::string::npos)
        << message;
  }
  EXPECT_NO_THROW(make_task(config, 3));
}

TEST(CorpusFiles, AFileIsLearntFromByItsPath) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i) + "\r\n";
  const File file(text);
  TaskConfig config;
  config.name = "language_model", config.corpus = file.path().string();
  EXPECT_EQ(make_task(config, 16)->target_tokenizer().size(), 16);  // "\n", " ", "line" and ten digits
}

}  // namespace
}  // namespace attnlab
