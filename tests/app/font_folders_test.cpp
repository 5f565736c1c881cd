// Fonts are found in folders where the system keeps no list of them.
#include "app/theme/font_folders.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNone[] = {""};

/// The system's folder of a font that scripts/setup.sh installs.
fs::path installed(const char* family) { return fs::path("/usr/share/fonts/truetype") / family; }

std::string name_of(const std::optional<FontFile>& font) {
  return font ? fs::path(font->path).filename().string() : "";
}

/// A folder with a font for Latin, a.ttf, and one for Chinese as well, b.ttc.
class FontFoldersTest : public ::testing::Test {
 protected:
  FontFoldersTest() {
    fs::copy_file(installed("dejavu") / "DejaVuSans.ttf", folder_ / "a.ttf");
    fs::copy_file(installed("wqy") / "wqy-microhei.ttc", folder_ / "b.ttc");
  }

  TempFolder folder_;
  const std::array<fs::path, 1> folders_ = {folder_.path()};
};

TEST_F(FontFoldersTest, TheFirstFontThatHasALetterIsTaken) {
  FontFolders fonts(folders_, kNone);
  EXPECT_EQ(name_of(fonts.with(U'注')), "b.ttc");
  EXPECT_EQ(name_of(fonts.with(U'A')), "a.ttf");
  EXPECT_EQ(fonts.with(U'\U0010FFFD'), std::nullopt);
  EXPECT_EQ(name_of(fonts.with(U'注')), "b.ttc");  // asked again, after all fonts are open
}

TEST_F(FontFoldersTest, PreferredNamesComeFirst) {
  constexpr std::string_view preferred[] = {"b.ttc"};
  FontFolders fonts(folders_, preferred);
  EXPECT_EQ(name_of(fonts.with(U'A')), "b.ttc");
}

TEST(FontFolders, WhatIsNoFontIsPassedOver) {
  const TempFolder folder;
  std::ofstream(folder / "a.ttf") << "no font";
  std::ofstream(folder / "b.ttf");
  fs::create_directory(folder / "c.otf");
  fs::copy_file(installed("dejavu") / "DejaVuSans.ttf", folder / "d.ttf");
  const std::array folders = {fs::path(folder.path()), folder / "none"};
  FontFolders fonts(folders, kNone);
  EXPECT_EQ(name_of(fonts.with(U'A')), "d.ttf");
}

}  // namespace
}  // namespace attnlab::testing
