// Pictures are written completely or refused with a reason.
#include "app/figure/png.h"

#include <gtest/gtest.h>
#include <stb_image.h>

#include <filesystem>
#include <stdexcept>

namespace attnlab {
namespace {

Image gradient() {
  Image image{3, 2, {}};
  for (std::uint32_t i = 0; i < 6; ++i) image.pixels.push_back(0x80000000u | i * 40 | i * 10 << 8 | 7 << 16);
  return image;
}

TEST(Screenshot, ReadsBackOpaque) {
  const std::vector<unsigned char> png = encode_png(gradient());
  int width = 0, height = 0, channels = 0;
  unsigned char* pixels =
      stbi_load_from_memory(png.data(), static_cast<int>(png.size()), &width, &height, &channels, 3);
  ASSERT_NE(pixels, nullptr);
  EXPECT_EQ(width, 3);
  EXPECT_EQ(height, 2);
  EXPECT_EQ(channels, 3);
  EXPECT_EQ(pixels[5 * 3], 200);
  EXPECT_EQ(pixels[5 * 3 + 1], 50);
  EXPECT_EQ(pixels[5 * 3 + 2], 7);
  stbi_image_free(pixels);
}

TEST(Screenshot, MakesFoldersAndNamesWhatItCannotWrite) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "attnlab_screenshot_test";
  std::filesystem::remove_all(folder);
  write_png(gradient(), folder / "a" / "b.png");
  EXPECT_GT(std::filesystem::file_size(folder / "a" / "b.png"), 50u);
  try {
    write_png(gradient(), folder / "a" / "b.png" / "c.png");
    ADD_FAILURE() << "wrote below a file";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("c.png"), std::string::npos) << error.what();
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace attnlab
