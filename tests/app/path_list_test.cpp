// Path choices: completions of a typed path, folders first, no exception for bad paths.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/views/frame/path_dialog.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

std::vector<std::string> names(const std::vector<PathChoice>& choices) {
  std::vector<std::string> all;
  for (const PathChoice& c : choices) all.push_back(c.name);
  return all;
}

class PathList : public ::testing::Test {
 protected:
  PathList() {
    for (const char* folder : {"texts", "models", ".hidden"})
      std::filesystem::create_directory(folder_.path() / folder);
    for (const char* file : {"tale.txt", "notes.md", ".secret"}) std::ofstream(folder_.path() / file) << "x";
    base_ = folder_.path().string() + "/";
  }
  testing::TempFolder folder_;
  std::string base_;
};

TEST_F(PathList, FoldersComeFirstAndHiddenOnesStayAway) {
  EXPECT_EQ(names(path_choices(base_, true, 10)),
            (std::vector<std::string>{"models", "texts", "notes.md", "tale.txt"}));
  EXPECT_EQ(names(path_choices(base_, false, 10)), (std::vector<std::string>{"models", "texts"}));
}

TEST_F(PathList, CompletesWhatIsTyped) {
  const std::vector<PathChoice> choices = path_choices(base_ + "t", true, 10);
  ASSERT_EQ(names(choices), (std::vector<std::string>{"texts", "tale.txt"}));
  EXPECT_EQ(choices[0].completed, base_ + "texts/");
  EXPECT_EQ(choices[1].completed, base_ + "tale.txt");
  EXPECT_EQ(names(path_choices(base_ + ".", true, 10)), (std::vector<std::string>{".hidden", ".secret"}));
}

TEST_F(PathList, KeepsToTheLimitAndSurvivesBadPaths) {
  EXPECT_EQ(path_choices(base_, true, 2).size(), 2u);
  EXPECT_TRUE(path_choices(base_ + "nowhere/", true, 10).empty());
  EXPECT_TRUE(path_choices(std::string("\0/x", 3), true, 10).empty());
}

}  // namespace
}  // namespace attnlab
