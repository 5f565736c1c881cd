// Large matrices: measured and painted over several frames, in which what was seen before stays.
#include <gtest/gtest.h>

#include <map>

#include "app/figure/offscreen.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/frame_share.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cell_pixels.h"
#include "app/widgets/product/softmax_table.h"
#include "tests/app/drawn_panel.h"

namespace attnlab {
namespace {

constexpr ColourScale kScale{Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
constexpr int kSide = 50;  ///< of the texture, in pixels

/// Textures in memory, which may be lost.
class CountedTextures : public TextureSource {
 public:
  void* texture(const TextureRequest& request, const Fill& fill) override {
    Texture& texture = all_[request.key];
    if (texture.pixels.empty() || texture.version != request.version) {
      texture = {request.version, std::vector<std::uint32_t>(static_cast<std::size_t>(request.width) *
                                                             static_cast<std::size_t>(request.height))};
      fill(texture.pixels);
      ++fills;
    }
    pixels = texture.pixels;
    return &texture;
  }
  void lose() { all_.clear(); }

  int fills = 0;
  std::vector<std::uint32_t> pixels;  ///< of the texture that was asked for last

 private:
  struct Texture {
    std::uint64_t version = 0;
    std::vector<std::uint32_t> pixels;
  };
  std::map<std::uint64_t, Texture> all_;
};

std::vector<float> numbers_for(int rows, int cols, int factor) {
  std::vector<float> numbers;
  for (int i = 0; i < rows * cols; ++i) numbers.push_back(static_cast<float>(i * factor % 997));
  return numbers;
}

/// Draws four frames of a window; `frame` gets their numbers, from 1 on.
void draw_frames(TextureSource& textures, const std::function<void(int frame)>& frame) {
  int number = 0;
  draw_offscreen(
      [&] {
        TextureSource* const own = std::exchange(widgets().textures, &textures);
        Figure* const figure = std::exchange(widgets().figure, nullptr);
        frame(++number);
        widgets().textures = own;
        widgets().figure = figure;
      },
      {.width = 100, .height = 100, .paint = false});
  EXPECT_EQ(number, 4);
}

void draw_numbers_of(const std::vector<float>& numbers, int rows, int cols, std::uint64_t version) {
  draw_cells(window_canvas(), 7, matrix_view(numbers.data(), rows, cols, version), kScale,
             box_at({10, 10}, {kSide, kSide}));
}

std::vector<std::uint32_t> wanted_pixels(const std::vector<float>& numbers, int rows, int cols) {
  const MatrixView m = matrix_view(numbers.data(), rows, cols, 1);
  const MatrixFacts facts{colour_ranges(m, kScale), 996};
  std::vector<std::uint32_t> pixels(kSide * kSide);
  paint_cells(m, facts, kScale.scale, kSide, kSide, pixels);
  return pixels;
}

TEST(LargeCells, TakeSomeFramesInWhichTheOnesBeforeStay) {
  constexpr int kRows = 300, kCols = 1000;
  const std::vector<float> first = numbers_for(kRows, kCols, 31), second = numbers_for(kRows, kCols, 77);
  CountedTextures textures;
  draw_frames(textures, [&](int frame) {
    EXPECT_EQ(frame_is_unfinished(), frame == 2 || frame == 4) << "before frame " << frame;
    const std::vector<float>& numbers = frame <= 2 ? first : second;
    draw_numbers_of(numbers, kRows, kCols, frame <= 2 ? 1 : 2);
    EXPECT_EQ(textures.fills, frame / 2) << frame;
    if (frame == 2 || frame == 3) {
      EXPECT_EQ(textures.pixels, wanted_pixels(first, kRows, kCols)) << frame;
    }
    if (frame == 4) {
      EXPECT_EQ(textures.pixels, wanted_pixels(second, kRows, kCols));
    }
    if (frame % 2 == 1) {
      EXPECT_TRUE(widgets().animating) << frame;
    }
  });
}

TEST(LargeCells, ArePaintedAgainWhereTheirTextureWasLost) {
  const std::vector<float> numbers = numbers_for(100, 1000, 31);
  CountedTextures textures;
  draw_frames(textures, [&](int frame) {
    if (frame == 2) textures.lose();
    draw_numbers_of(numbers, 100, 1000, 1);
    EXPECT_EQ(textures.fills, std::min(frame, 3)) << frame;
    EXPECT_EQ(textures.pixels == wanted_pixels(numbers, 100, 1000), frame != 2) << frame;
  });
}

/// The figure's frame is the fourth: the three before it do not measure so many cells.
TEST(LargeCells, OfAFigureAreMeasuredCompletely) {
  constexpr int kRows = 1000, kCols = 5000;
  std::vector<float> numbers(kRows * kCols, 1);
  numbers.back() = 1000;
  Colour wanted = 0;  // in the theme of the figure
  const Drawn drawn = draw_offscreen(
      [&] {
        draw_numbers_of(numbers, kRows, kCols, 1);
        wanted = value_colour(1, {0, 1000}, kScale.scale);
      },
      {.width = 100, .height = 100, .paint = false});
  const FigureImage* image = nullptr;
  for (const FigureItem& item : drawn.figure.items)
    if (const auto* found = std::get_if<FigureImage>(&item.shape)) image = found;
  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixels.at(0), wanted);
}

TEST(SmallCells, ArePaintedWhateverElseAFrameDoes) {
  const std::vector<float> numbers = numbers_for(100, 100, 31);
  CountedTextures textures;
  draw_frames(textures, [&](int) {
    cells_left() = 0;
    draw_numbers_of(numbers, 100, 100, 1);
    EXPECT_EQ(textures.fills, 1);
  });
}

TEST(LongSoftmax, NamesTheRowsOutOfSightAsAGrid) {
  const std::vector<float> scores(2000, 0.5f);
  std::optional<TargetRect> near, far, beyond;
  std::optional<TargetPlace> own_place;
  int named = 0;
  testing::drawn_panel({300, 300}, 3, [&] {
    SoftmaxTableOptions o;
    o.target = "rows";
    o.name = [&](int row) {
      ++named;
      return std::to_string(row);
    };
    near = find_target("rows[3,0]"), far = find_target("rows[1999,0]"), beyond = find_target("rows[2000,0]");
    own_place = find_target_place("rows[1999,0]");
    named = 0;
    softmax_table("softmax", scores, o);
  });
  ASSERT_TRUE(near && far);
  EXPECT_FALSE(near->empty());
  EXPECT_TRUE(far->empty());
  EXPECT_FALSE(beyond);
  EXPECT_FALSE(own_place) << "a cell of the grid, out of sight";
  EXPECT_LT(named, 400);
}

}  // namespace
}  // namespace attnlab
