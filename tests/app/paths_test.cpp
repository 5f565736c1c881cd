// Paths as people read and type them: the home folder is ~.
#include "app/base/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace attnlab {
namespace {

class Paths : public ::testing::Test {
 protected:
  Paths() : home_(std::getenv("HOME") ? std::getenv("HOME") : "") { ::setenv("HOME", "/home/ada", 1); }
  ~Paths() override { home_.empty() ? ::unsetenv("HOME") : ::setenv("HOME", home_.c_str(), 1); }

 private:
  std::string home_;
};

TEST_F(Paths, AreShownWhole) {
  EXPECT_EQ(shown_path("/srv/a/../b.svg"), "/srv/b.svg");
  EXPECT_EQ(shown_path("steps.svg"), (std::filesystem::current_path() / "steps.svg").string());
}

TEST_F(Paths, InTheHomeFolderAreShort) {
  EXPECT_EQ(shown_path("/home/ada/figures/steps.svg"), "~/figures/steps.svg");
  EXPECT_EQ(shown_path("/home/ada"), "~");
  EXPECT_EQ(shown_path("/home/adam/steps.svg"), "/home/adam/steps.svg");
}

TEST_F(Paths, MayBeTypedSo) {
  EXPECT_EQ(expand_home("~/work"), "/home/ada/work");
  EXPECT_EQ(expand_home("~"), "/home/ada");
  EXPECT_EQ(expand_home("~ada/work"), "~ada/work");
}

}  // namespace
}  // namespace attnlab
