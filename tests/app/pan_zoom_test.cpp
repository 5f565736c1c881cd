// Pan and zoom: points go to the screen and back, the point under the pointer stays, nothing is lost.
#include "app/widgets/base/pan_zoom.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

const Box kView{{100, 50}, {500, 350}};
const ImVec2 kSize{200, 300};

TEST(PanZoom, WholeDrawingStandsInTheMiddle) {
  const SeenThrough seen({}, kSize, kView);
  EXPECT_FLOAT_EQ(seen.scale(), 1);
  const Box all = seen.screen(Box{{0, 0}, kSize});
  EXPECT_FLOAT_EQ(all.min.x, 200);
  EXPECT_FLOAT_EQ(all.max.x, 400);
  EXPECT_FLOAT_EQ(all.min.y, 50);
  EXPECT_FLOAT_EQ(all.max.y, 350);
}

TEST(PanZoom, ThereAndBack) {
  const SeenThrough seen({3, 0.4f, 0.7f}, kSize, kView);
  EXPECT_FLOAT_EQ(seen.scale(), 3);
  const ImVec2 back = seen.drawing(seen.screen(ImVec2{71, 203}));
  EXPECT_NEAR(back.x, 71, 1e-3);
  EXPECT_NEAR(back.y, 203, 1e-3);
  const ImVec2 middle = seen.screen(ImVec2{0.4f * kSize.x, 0.7f * kSize.y});
  EXPECT_NEAR(middle.x, 300, 1e-3);
  EXPECT_NEAR(middle.y, 200, 1e-3);
}

TEST(PanZoom, ZoomKeepsWhatIsUnderThePointer) {
  const SeenThrough seen({4, 0.5f, 0.5f}, kSize, kView);
  const ImVec2 pointer{180, 220}, there = seen.drawing(pointer);
  for (const float factor : {1.25f, 0.8f, 2.f}) {
    const SeenThrough after(seen.zoomed(factor, pointer, 32), kSize, kView);
    EXPECT_NEAR(after.look().zoom, 4 * factor, 1e-4);
    EXPECT_NEAR(after.drawing(pointer).x, there.x, 1e-2);
    EXPECT_NEAR(after.drawing(pointer).y, there.y, 1e-2);
  }
}

TEST(PanZoom, ZoomStaysBetweenTheWholeAndTheMost) {
  const SeenThrough seen({2, 0.5f, 0.5f}, kSize, kView);
  EXPECT_EQ(seen.zoomed(0.1f, {300, 200}, 32), PanZoom{});
  EXPECT_FLOAT_EQ(seen.zoomed(100, {300, 200}, 32).zoom, 32);
}

TEST(PanZoom, DraggingFollowsThePointerAsFarAsTheEdge) {
  const SeenThrough seen({4, 0.5f, 0.5f}, kSize, kView);
  const ImVec2 there = seen.drawing({300, 200});
  const SeenThrough after(seen.dragged({30, -20}), kSize, kView);
  EXPECT_NEAR(after.drawing({330, 180}).x, there.x, 1e-2);
  EXPECT_NEAR(after.drawing({330, 180}).y, there.y, 1e-2);
  const SeenThrough edge(seen.dragged({1e6f, 1e6f}), kSize, kView);
  EXPECT_NEAR(edge.screen(ImVec2{0, 0}).x, kView.min.x, 1e-2);
  EXPECT_NEAR(edge.screen(ImVec2{0, 0}).y, kView.min.y, 1e-2);
}

TEST(PanZoom, WhatIsOutOfSightComesIntoSight) {
  for (const float from : {0.1f, 0.9f}) {
    const SeenThrough seen({4, from, from}, kSize, kView);
    for (const float x : {10.f, 170.f})
      for (const float y : {20.f, 260.f}) {
        const Box wanted = box_at({x, y}, {20, 20});
        const SeenThrough after(seen.showing(wanted), kSize, kView);
        const Box now = after.screen(wanted);
        EXPECT_GE(now.min.x, kView.min.x - 0.01f);
        EXPECT_GE(now.min.y, kView.min.y - 0.01f);
        EXPECT_LE(now.max.x, kView.max.x + 0.01f);
        EXPECT_LE(now.max.y, kView.max.y + 0.01f);
        EXPECT_EQ(after.showing(wanted), after.look()) << "what is in sight moves nothing";
      }
  }
}

}  // namespace
}  // namespace attnlab
