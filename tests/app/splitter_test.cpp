// A divider sends a size only where a person moves it.
#include "app/widgets/base/splitter.h"

#include <gtest/gtest.h>

#include "app/figure/offscreen.h"

namespace attnlab {
namespace {

/// What a divider 8 pixels wide gives, frame after frame, where the pointer is dragged from it by `by`
/// pixels.
std::optional<float> dragged(float size, float least, float most, float by) {
  std::optional<float> chosen;
  int frame = 0;
  draw_offscreen(
      [&] {
        ImGuiIO& io = ImGui::GetIO();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        io.MousePos = {at.x + 2 + (frame > 1 ? by : 0), at.y + 20};
        io.MouseDown[ImGuiMouseButton_Left] = by != 0 && frame > 0;
        if (const auto now = splitter("divider", size, {.least = least, .most = most, .length = 100}))
          chosen = now;
        ++frame;
      },
      {.width = 200, .height = 150, .paint = false});
  return chosen;
}

TEST(Splitter, SaysNothingWhereNobodyMovesIt) {
  EXPECT_FALSE(dragged(43, 43.5f, 90, 0)) << "rounded below the least size";
  EXPECT_FALSE(dragged(120, 20, 90, 0)) << "there is no room for it now";
  EXPECT_FALSE(dragged(50, 20, 90, 0));
}

}  // namespace
}  // namespace attnlab
