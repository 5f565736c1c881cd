// Popups lie within the window, whatever opens them.
#include "app/widgets/base/popup_place.h"

#include <gtest/gtest.h>

#include "app/theme/fonts.h"

namespace attnlab {
namespace {

TEST(PopupPlaces, LieWithinTheWindowAndBesideWhatOpensThem) {
  for (const float percent : {100.0f, 150.0f, 300.0f}) {
    const float em = kBaseEm * percent / 100, gap = em * 0.2f;
    const Box window{{0, em * 1.8f}, {1280, 720}};
    const ImVec2 button{em * 6, em * 1.8f};
    for (float x = 0; x <= 1280 - button.x; x += 40)
      for (float y = window.min.y; y <= 720 - button.y; y += 40)
        for (const ImVec2 size : {ImVec2{em * 8, em * 6}, ImVec2{em * 40, em * 30}, ImVec2{5000, 5000}}) {
          const Box opener = box_at({x, y}, button), box = popup_place(opener, window, gap).box(size);
          EXPECT_GE(box.min.x, window.min.x) << x << " " << y;
          EXPECT_GE(box.min.y, window.min.y) << x << " " << y;
          EXPECT_LE(box.max.x, window.max.x) << x << " " << y;
          EXPECT_LE(box.max.y, window.max.y) << x << " " << y;
          EXPECT_TRUE(intersection(opener, box).empty()) << x << " " << y;
        }
  }
}

TEST(PopupPlaces, AreBelowAndAsWideAsTheyNeedWhereThereIsRoom) {
  const Box window{{0, 0}, {1280, 720}};
  const Box left = popup_place({{100, 50}, {200, 80}}, window, 4).box({300, 200});
  EXPECT_EQ(left.min.x, 100);
  EXPECT_EQ(left.min.y, 84);
  EXPECT_EQ(left.max.x, 400);
  const Box right = popup_place({{1150, 50}, {1250, 80}}, window, 4).box({900, 200});
  EXPECT_EQ(right.max.x, 1250) << "the right edges stand below each other";
  EXPECT_EQ(right.min.x, 350);
  EXPECT_EQ(popup_place({{100, 650}, {200, 700}}, window, 4).box({300, 200}).max.y, 646) << "above";
}

}  // namespace
}  // namespace attnlab
