// A divider follows the pointer within its limits, and sends a size only where a person moves it.
#include "app/widgets/base/splitter.h"

#include <array>

#include "app/figure/offscreen.h"
#include "app/widgets/base/imgui_versions.h"
#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

/// What a divider gives, frame after frame, where the pointer is dragged from it by so many pixels to the
/// right and down; without a distance, it is only pointed at.
std::optional<float> dragged(float size, const SplitterOptions& options, ImVec2 by) {
  const bool drags = by.x != 0 || by.y != 0;
  const bool vertical = options.divider == Divider::Vertical;
  std::optional<float> chosen;
  int frame = 0;
  draw_offscreen(
      [&] {
        if (frame == 0) set_up_keys();
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        if (const auto now = splitter("divider", size, options)) chosen = now;
        // What is set now happens in the next frame: the mouse points at the divider, presses the button,
        // moves.
        ImVec2 at{corner.x + (vertical ? 2.0f : 20.0f), corner.y + (vertical ? 20.0f : 2.0f)};
        if (frame > 1) at = {at.x + by.x, at.y + by.y};
        set_mouse(at, std::array{drags && frame > 0});
        ++frame;
      },
      {.width = 200, .height = 150, .paint = false});
  return chosen;
}

constexpr SplitterOptions kWithin20And90{.least = 20, .most = 90, .length = 100};

TEST(Splitter, SaysNothingWhereNobodyMovesIt) {
  const auto pointed_at = [](float size, float least, float most) {
    return dragged(size, {.least = least, .most = most, .length = 100}, {0, 0});
  };
  EXPECT_FALSE(pointed_at(43, 43.5f, 90)) << "rounded below the least size";
  EXPECT_FALSE(pointed_at(120, 20, 90)) << "there is no room for it now";
  EXPECT_FALSE(pointed_at(50, 20, 90));
}

TEST(Splitter, MovesThePanelBeforeItByTheDistanceOfTheDrag) {
  EXPECT_EQ(dragged(50, kWithin20And90, {15, 0}), 65);
  EXPECT_EQ(dragged(50, kWithin20And90, {-12, 0}), 38);
  EXPECT_EQ(dragged(50, kWithin20And90, {15, 40}), 65) << "only the direction across it counts";
  EXPECT_FALSE(dragged(50, kWithin20And90, {0, 40}));
}

TEST(Splitter, MovesThePanelAfterItTheOtherWay) {
  SplitterOptions options = kWithin20And90;
  options.panel_after = true;
  EXPECT_EQ(dragged(50, options, {15, 0}), 35);
  EXPECT_EQ(dragged(50, options, {-12, 0}), 62);
}

TEST(Splitter, BetweenAboveAndBelowMovesUpAndDown) {
  SplitterOptions options = kWithin20And90;
  options.divider = Divider::Horizontal;
  EXPECT_EQ(dragged(50, options, {0, 15}), 65);
  EXPECT_FALSE(dragged(50, options, {15, 0}));
}

TEST(Splitter, StopsAtTheLeastAndTheLargestSize) {
  EXPECT_EQ(dragged(50, kWithin20And90, {-45, 0}), 20);
  EXPECT_EQ(dragged(50, kWithin20And90, {60, 0}), 90);
  EXPECT_EQ(dragged(20, kWithin20And90, {-5, 0}), 20);
  EXPECT_EQ(dragged(50, {.least = 40, .most = 30, .length = 100}, {60, 0}), 40)
      << "no room for the least size";
}

TEST_F(CommandsTest, ADividersSizeIsStoredOnlyWhereItWasDragged) {
  const auto draw = [&](ImVec2 by) {
    if (const auto size = dragged(50, kWithin20And90, by)) say("panel.size map " + std::to_string(*size));
  };
  draw({0, 0});
  EXPECT_EQ(dispatcher.screen().map_width, 0) << "as nobody chose it";
  draw({15, 0});
  EXPECT_EQ(dispatcher.screen().map_width, 65);
  draw({0, 0});
  EXPECT_EQ(dispatcher.screen().map_width, 65);
}

}  // namespace
}  // namespace attnlab
