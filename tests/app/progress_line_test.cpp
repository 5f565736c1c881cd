// The line that says how far a subcommand is.
#include "app/cli/progress_line.h"

#include <gtest/gtest.h>

#include <memory>

namespace attnlab {
namespace {

/// What a line leaves in a file of `texts`, one shown after another.
std::string written(bool terminal, const std::vector<std::string>& texts) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  {
    ProgressLine line(file.get(), terminal);
    for (const std::string& text : texts) line.show(text);
  }
  std::string all(static_cast<std::size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  all.resize(std::fread(all.data(), 1, all.size(), file.get()));
  return all;
}

TEST(ProgressLine, IsTakenAwayAtTheEnd) {
  EXPECT_EQ(written(true, {"head 1 of 2"}), "\r\x1b[Khead 1 of 2\r\x1b[K");
}

TEST(ProgressLine, IsOfTerminalsAlone) { EXPECT_EQ(written(false, {"head 1 of 2"}), ""); }

TEST(ProgressLine, ThatSaidNothingLeavesNothing) { EXPECT_EQ(written(true, {}), ""); }

TEST(ProgressLine, TakesOneLine) {
  const std::string all = written(true, {std::string(5000, 'x')});
  EXPECT_LT(all.size(), 5000u);
  EXPECT_EQ(all.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace attnlab
