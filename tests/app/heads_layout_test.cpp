// The grid of heads: everything inside, without overlap.
#include <gtest/gtest.h>

#include "app/features/heads/view_layout.h"

namespace attnlab {
namespace {

HeadsSpace heads_space(int groups, int layers, int heads) {
  HeadsSpace s;
  s.width = 1000;
  s.height = 600;
  s.groups = groups;
  s.layers = layers;
  s.heads = heads;
  s.row_label = 60;
  return s;
}

TEST(HeadsLayout, FitsWhereItCan) {
  for (const HeadsSpace& s :
       {heads_space(1, 1, 1), heads_space(3, 2, 4), heads_space(1, 4, 4), heads_space(2, 6, 8)}) {
    const HeadsPlan plan = plan_heads(s);
    EXPECT_LE(plan.total.x, s.width) << s.groups << s.layers << s.heads;
    EXPECT_LE(plan.total.y, s.height) << s.groups << s.layers << s.heads;
    for (int group = 0; group < s.groups; ++group) {
      const ImVec2 last = plan.place(group, s.layers - 1, s.heads - 1, s.row_label);
      EXPECT_LE(last.x + plan.thumb.x, plan.total.x);
      EXPECT_LE(last.y + plan.thumb.y + plan.badge, plan.total.y);
    }
  }
}

TEST(HeadsLayout, WideGroupsStandAboveEachOtherAndHighOnesBesides) {
  EXPECT_EQ(plan_heads(heads_space(3, 1, 8)).columns, 1);
  EXPECT_EQ(plan_heads(heads_space(3, 8, 2)).columns, 3);
  EXPECT_EQ(plan_heads(heads_space(3, 2, 4)).columns, 2);
}

TEST(HeadsLayout, ThumbnailsGrowIntoTheRoom) {
  for (const float width : {1000.f, 1600.f, 3600.f}) {
    HeadsSpace s = heads_space(1, 2, 4);
    s.width = width;
    s.height = width * 0.5f;
    const HeadsPlan plan = plan_heads(s);
    EXPECT_GT(plan.total.x * plan.total.y, 0.7f * s.width * s.height) << width;
    EXPECT_LE(plan.thumb.x, 1.6f * plan.thumb.y + 1);
  }
}

TEST(HeadsLayout, LeavesRoomForTokens) {
  HeadsSpace s = heads_space(1, 2, 4);
  const float heading = plan_heads(s).heading;
  s.row_label += 70;
  s.col_label = 55;
  const HeadsPlan plan = plan_heads(s);
  EXPECT_NEAR(plan.heading, heading + 55, 1);
  EXPECT_LE(plan.total.x, s.width);
  EXPECT_LE(plan.total.y, s.height);
}

TEST(HeadsLayout, ManyHeadsStayLegibleAndOutgrowTheirSpace) {
  const HeadsPlan plan = plan_heads(heads_space(1, 48, 25));
  EXPECT_GE(plan.thumb.x, 15 * 2.5f);
  EXPECT_GE(plan.thumb.y, 15 * 2.5f);
  EXPECT_GT(plan.total.y, 600);
}

TEST(HeadsLayout, ScrollsDownRatherThanAcross) {
  HeadsSpace s = heads_space(3, 2, 4);
  s.em = 16;
  s.width = 320;
  for (const float height : {200.f, 214.f, 250.f, 280.f}) {  // with and without a scroll bar's height
    s.height = height;
    EXPECT_EQ(plan_heads(s).columns, 1) << height;
    EXPECT_LE(plan_heads(s).total.x, s.width) << height;
  }
}

TEST(HeadsLayout, ThumbnailsAreAsWideAsTheirLabels) {
  const FlowPlan plan = plan_flow(320, 150, 24, 15, 55);
  EXPECT_EQ(plan.thumb, 55);
  EXPECT_LE(plan.place(plan.columns - 1).x + plan.thumb, 320);
}

TEST(HeadsLayout, FlowsInReadingOrder) {
  const FlowPlan plan = plan_flow(1000, 600, 24, 15);
  EXPECT_LE(plan.height(24), 600);
  EXPECT_LE(plan.place(plan.columns - 1).x + plan.thumb, 1000);
  EXPECT_EQ(plan.place(plan.columns).x, 0);
  EXPECT_GT(plan.place(plan.columns).y, plan.place(0).y + plan.thumb);
}

}  // namespace
}  // namespace attnlab
