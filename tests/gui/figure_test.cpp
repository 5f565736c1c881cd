// Figures beside the screen: the rasterizer against OpenGL, and figures saved from the window.
#include <gtest/gtest.h>

#include "app/figure/offscreen.h"
#include "app/widgets/gallery/gallery.h"
#include "tests/gui/picture.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// Height of the gallery's bar, whose buttons a figure leaves out.
constexpr int kBar = 48;

testing::Picture below_bar(const testing::Picture& all) {
  const std::ptrdiff_t skipped = std::ptrdiff_t{3} * all.width * kBar;
  return {all.width, all.height - kBar, {all.pixels.begin() + skipped, all.pixels.end()}};
}

testing::Picture as_picture(const Image& image) {
  testing::Picture picture{image.width, image.height, {}};
  for (std::uint32_t pixel : image.pixels)
    for (int shift = 0; shift < 24; shift += 8)
      picture.pixels.push_back(static_cast<std::uint8_t>(pixel >> shift));
  return picture;
}

TEST(FigureScreen, TheRasterizerDrawsAsOpenGlDoes) {
  const testing::TempFolder folder;
  testing::ProcessOptions in_folder;
  in_folder.folder = folder.path();
  in_folder.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"}};
  const fs::path script = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/scripts/gallery.txt";
  const testing::ProcessResult played =
      testing::run_process({ATTNLAB_PROGRAM, "--gallery", "--script", script.string()}, in_folder);
  ASSERT_EQ(played.exit_code, 0) << played.errors;
  const testing::Picture screen = testing::read_picture(folder / "gallery.png");
  Gallery gallery;
  const OffscreenOptions options{.width = screen.width, .height = screen.height, .theme = ThemeKind::Dark};
  const Drawn drawn = draw_offscreen([&] { gallery.draw(); }, options);
  const testing::PictureDifference difference =
      testing::compare(below_bar(screen), below_bar(as_picture(drawn.picture)));
  // OpenGL averages cells smaller than pixels by mipmaps, the rasterizer exactly: one matrix has such cells.
  EXPECT_LE(difference.mean, 0.7);
  EXPECT_LE(difference.changed_tile, 0.6);
  EXPECT_LE(difference.changed_places, 40);
}

}  // namespace
}  // namespace attnlab
