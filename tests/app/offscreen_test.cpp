// Drawing without a window: the recorded shapes, and the pixels of the software rasterizer.
#include "app/figure/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "app/figure/svg.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cells.h"
#include "tests/support/xml.h"

namespace attnlab {
namespace {

constexpr Colour kRed = 0xFF0000FFu, kHalfBlue = 0x80FF0000u, kWhite = 0xFFFFFFFFu;
const OffscreenOptions kSmall{.width = 100, .height = 60};

Colour pixel(const Image& image, int x, int y) {
  return image.pixels.at(static_cast<std::size_t>(y * image.width + x));
}

template <typename Shape>
std::vector<Shape> shapes(const Figure& figure) {
  std::vector<Shape> found;
  for (const FigureItem& item : figure.items)
    if (const auto* shape = std::get_if<Shape>(&item.shape)) found.push_back(*shape);
  return found;
}

TEST(Offscreen, RectanglesCoverTheirPixelsOnce) {
  const Drawn drawn = draw_offscreen(
      [] {
        window_canvas().fill({{10, 20}, {30, 40}}, kRed);
        window_canvas().fill({{20, 20}, {40, 40}}, kHalfBlue);
      },
      kSmall);
  const Image& image = drawn.picture;
  ASSERT_EQ(image.width, 100);
  ASSERT_EQ(image.height, 60);
  EXPECT_EQ(pixel(image, 9, 30), kWhite);
  EXPECT_EQ(pixel(image, 10, 20), kRed);
  EXPECT_EQ(pixel(image, 19, 39), kRed);
  EXPECT_EQ(pixel(image, 15, 40), kWhite);
  EXPECT_EQ(pixel(image, 39, 30), 0xFFFF7F7Fu);
  EXPECT_EQ(pixel(image, 40, 30), kWhite);
  // Both triangles, and the diagonal between them.
  for (int i = 0; i < 10; ++i) EXPECT_EQ(pixel(image, 20 + i, 20 + 2 * i), 0xFF80007Fu) << i;
}

TEST(Offscreen, ClipsScalesAndTransparency) {
  OffscreenOptions options = kSmall;
  options.scale = 2;
  options.transparent = true;
  const Drawn drawn = draw_offscreen(
      [] {
        const Canvas canvas = window_canvas();
        canvas.push_clip({{20, 20}, {60, 100}});
        canvas.fill({{0, 0}, {200, 40}}, kHalfBlue);
        canvas.pop_clip();
      },
      options);
  ASSERT_EQ(drawn.picture.width, 200);
  EXPECT_EQ(pixel(drawn.picture, 19, 30), 0u);
  EXPECT_EQ(pixel(drawn.picture, 20, 20), kHalfBlue);
  EXPECT_EQ(pixel(drawn.picture, 59, 39), kHalfBlue);
  EXPECT_EQ(pixel(drawn.picture, 59, 40), 0u);
}

TEST(Offscreen, MatricesHaveTheColoursOfTheirScale) {
  const float values[] = {0, 1, 0.5f, 0.25f};
  Colour wanted[4]{};  // in the theme of the figure
  const ColourScale scale{Scale::Sequential, RangeMode::Fixed, {0, 1}};
  const Drawn drawn = draw_offscreen(
      [&] {
        for (int i = 0; i < 4; ++i) wanted[i] = value_colour(values[i], scale.fixed, scale.scale);
        draw_cells(window_canvas(), 7, matrix_view(values, 2, 2), scale, {{10, 10}, {26, 26}});
      },
      kSmall);
  const auto images = shapes<FigureImage>(drawn.figure);
  ASSERT_EQ(images.size(), 1u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(images[0].pixels[static_cast<std::size_t>(i)], wanted[i]);
    EXPECT_EQ(pixel(drawn.picture, 13 + 8 * (i % 2), 13 + 8 * (i / 2)), wanted[i]);
  }
}

TEST(Offscreen, TextIsInkInItsBoxAndTextInTheFigure) {
  const Drawn drawn = draw_offscreen(
      [] {
        draw_text_in(window_canvas(), fonts().mono, {{10, 10}, {90, 40}}, theme().palette.text, "−0.50",
                     Align::Right);
      },
      kSmall);
  const auto texts = shapes<FigureText>(drawn.figure);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].text, "−0.50");
  EXPECT_EQ(texts[0].face, Typeface::Mono);
  EXPECT_NEAR(texts[0].at.x, 90, 1);
  // Each letter of JetBrains Mono is 0.6 of its size wide, and whole pixels; how high a line is differs
  // between versions of FreeType.
  EXPECT_NEAR(texts[0].width, 5 * 0.6f * texts[0].size, 1.5f);
  int ink = 0, lowest = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 100; ++x) {
      if (pixel(drawn.picture, x, y) == kWhite) continue;
      ++ink;
      lowest = std::max(lowest, y);
      EXPECT_TRUE(x >= 40 && x < 90 && y >= 10 && y < 40) << x << " " << y;
    }
  EXPECT_GT(ink, 60);
  EXPECT_NEAR(static_cast<float>(lowest), texts[0].at.y - 1, 1.01f);  // digits stand on the baseline
}

TEST(Offscreen, WrappedTextIsRecordedLineByLine) {
  const Drawn drawn = draw_offscreen(
      [] { wrapped_text(fonts().ui, theme().palette.text, "attention is all you need", 80); }, kSmall);
  const auto texts = shapes<FigureText>(drawn.figure);
  ASSERT_GE(texts.size(), 2u);
  std::string all;
  for (const FigureText& text : texts) {
    all += (all.empty() ? "" : " ") + text.text;
    EXPECT_LE(text.width, 80);
  }
  EXPECT_EQ(all, "attention is all you need");
  EXPECT_FLOAT_EQ(texts[1].at.y - texts[0].at.y, em());
}

TEST(Offscreen, ControlsStayOut) {
  const Drawn drawn = draw_offscreen(
      [] {
        bool on = true;
        text_button("offscreen.button", "Press");
        toggle("offscreen.toggle", "switch", on);
      },
      kSmall);
  EXPECT_TRUE(drawn.figure.items.empty());
  for (Colour colour : drawn.picture.pixels) ASSERT_EQ(colour, kWhite);
}

TEST(Offscreen, TheWindowKnowsNothingOfItsWidgets) {
  WidgetContext window;
  const WidgetsInUse in_use(window);
  draw_offscreen([] { text_button("offscreen.button", "Press"); }, kSmall);
  begin_target_frame();
  EXPECT_FALSE(find_target("offscreen.button").has_value());
}

TEST(Offscreen, TheWindowIsAsItWasAfterwards) {
  set_theme(ThemeKind::Dark);
  WidgetContext window;
  const WidgetsInUse in_use(window);
  widgets().digits = 5;
  OffscreenOptions options = kSmall;
  options.text_scale = 2;
  const Fonts before = fonts();
  draw_offscreen([] { EXPECT_FALSE(theme().dark()); }, options);
  EXPECT_TRUE(theme().dark());
  EXPECT_EQ(fonts().ui, before.ui);
  EXPECT_EQ(widgets().digits, 5);
  EXPECT_EQ(widgets().figure, nullptr);
  EXPECT_EQ(ImGui::GetCurrentContext(), nullptr);
}

TEST(Offscreen, LayersAreRecordedInTheirOrder) {
  const Drawn drawn = draw_offscreen(
      [] {
        const Canvas canvas = window_canvas();
        canvas.split_layers(2);
        canvas.layer(1);
        canvas.fill({{0, 0}, {5, 5}}, kRed);
        canvas.layer(0);
        canvas.fill({{10, 0}, {15, 5}}, kRed);
        canvas.merge_layers();
        canvas.fill({{20, 0}, {25, 5}}, kRed);
      },
      kSmall);
  const auto fills = shapes<FigureFill>(drawn.figure);
  ASSERT_EQ(fills.size(), 3u);
  EXPECT_EQ(fills[0].box.min.x, 10);
  EXPECT_EQ(fills[1].box.min.x, 0);
  EXPECT_EQ(fills[2].box.min.x, 20);
}

TEST(Offscreen, ASpaceGrowsUntilNothingScrollsOrIsCut) {
  const auto draw = [] {
    ImGui::BeginChild("content", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    window_canvas().fill(reserve({120, 70}), kRed);
    ImGui::EndChild();
  };
  const auto width_of = [&](bool grows) {
    OffscreenOptions options = kSmall;
    options.grows = grows;
    const Drawn drawn = draw_offscreen(draw, options);
    return std::pair(drawn.area.width(), drawn.area.height());
  };
  EXPECT_LE(width_of(false).first, 100);
  EXPECT_GE(width_of(true).first, 120);
  EXPECT_GE(width_of(true).second, 70);
}

TEST(Offscreen, AHighViewIsDrawnWhole) {
  OffscreenOptions options = kSmall;
  options.grows = true;
  const Drawn drawn = draw_offscreen(
      [] {
        ImGui::BeginChild("content");
        window_canvas().fill(reserve({40, 180}), kRed);
        ImGui::EndChild();
      },
      options);
  EXPECT_GE(drawn.area.height(), 180);
}

TEST(Offscreen, CroppedPicturesKeepTheirRows) {
  Image image{4, 3, {}};
  for (Colour i = 0; i < 12; ++i) image.pixels.push_back(i);
  const Image part = cropped(image, {{1, 1}, {3, 3}});
  EXPECT_EQ(part.pixels, (std::vector<std::uint32_t>{5, 6, 9, 10}));
}

}  // namespace
}  // namespace attnlab
