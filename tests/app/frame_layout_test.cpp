// The frame's layout: panels never overlap, stay inside the window, and give way in order.
#include "app/views/frame/frame_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace attnlab {
namespace {

FrameSpace space(float width, float height, float percent) {
  FrameSpace s;
  s.em = kBaseEm * percent / 100;
  s.gap = s.em * 0.4f;
  s.area = {{0, 1.8f * s.em}, {width, height}};
  s.tokens = 9 * s.em;
  s.has_encoder = true;
  return s;
}

std::array<Box, 6> boxes(const FramePlan& p) {
  return {p.tokens, p.map, p.stage, p.inspector, p.filmstrip, p.training};
}

bool overlap(const Box& a, const Box& b) { return !a.empty() && !b.empty() && !intersection(a, b).empty(); }

TEST(FrameLayout, PanelsStayInsideAndApartAtEverySize) {
  for (const auto& [width, height] :
       {std::pair{1024.f, 640.f}, {1280.f, 720.f}, {1600.f, 1000.f}, {2560.f, 1440.f}}) {
    for (float percent = 75; percent <= 300; percent += 25) {
      const FrameSpace s = space(width, height, percent);
      const auto all = boxes(plan_frame(s));
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty()) continue;
        EXPECT_GE(all[i].min.x, s.area.min.x);
        EXPECT_GE(all[i].min.y, s.area.min.y);
        EXPECT_LE(all[i].max.x, s.area.max.x);
        EXPECT_LE(all[i].max.y, s.area.max.y);
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_FALSE(overlap(all[i], all[j])) << i << " and " << j << " at " << width << ", " << percent;
      }
    }
  }
}

TEST(FrameLayout, TheStageAloneHasAllBelowTheTokens) {
  FrameSpace s = space(1280, 720, 100);
  Screen screen;
  screen.stage_only = true;
  s.screen = screen;
  const FramePlan plan = plan_frame(s);
  for (const Box& box : {plan.map, plan.inspector, plan.filmstrip, plan.training}) EXPECT_TRUE(box.empty());
  EXPECT_EQ(plan.stage.width(), plan.tokens.width());
  EXPECT_EQ(plan.stage.max.y, s.area.max.y - s.gap);
}

TEST(FrameLayout, StageIsNeverSqueezedOut) {
  for (const auto& [width, height] : {std::pair{1024.f, 640.f}, {1280.f, 720.f}, {2560.f, 1440.f}}) {
    for (float percent = 75; percent <= 300; percent += 25) {
      const FrameSpace s = space(width, height, percent);
      const FramePlan plan = plan_frame(s);
      EXPECT_GE(plan.stage.width(), 18 * s.em) << width << ", " << percent;
      EXPECT_GE(plan.stage.height(), 4.5f * s.em) << width << ", " << percent;
    }
  }
}

TEST(FrameLayout, AllPanelsAreThereAtUsualSizes) {
  for (const auto& [width, height] : {std::pair{1024.f, 640.f}, {1280.f, 720.f}, {1600.f, 1000.f}}) {
    for (const Box& box : boxes(plan_frame(space(width, height, 100)))) EXPECT_FALSE(box.empty()) << width;
  }
}

TEST(FrameLayout, SmallWindowsGiveUpTheMapFirst) {
  const FramePlan plan = plan_frame(space(1024, 640, 200));
  EXPECT_TRUE(plan.map.empty());
  EXPECT_FALSE(plan.inspector.empty());
  EXPECT_TRUE(plan_frame(space(1024, 640, 300)).inspector.empty());
}

TEST(FrameLayout, HiddenPanelsLeaveTheirRoomToTheStage) {
  FrameSpace s = space(1600, 1000, 100);
  const float before = plan_frame(s).stage.width();
  s.screen.show_map = s.screen.show_inspector = s.screen.show_bottom = false;
  const FramePlan plan = plan_frame(s);
  EXPECT_TRUE(plan.map.empty());
  EXPECT_TRUE(plan.training.empty());
  EXPECT_FLOAT_EQ(plan.stage.width(), 1600 - 2 * s.gap);
  EXPECT_GT(plan.stage.width(), before);
}

TEST(FrameLayout, ChosenSizesHoldWithinLimits) {
  FrameSpace s = space(1600, 1000, 100);
  s.screen.map_width = 400;
  EXPECT_FLOAT_EQ(plan_frame(s).map.width(), 400);
  s.screen.map_width = 9000;
  const FramePlan plan = plan_frame(s);
  EXPECT_FLOAT_EQ(plan.map.width(), std::floor(plan.map_width.most));
  EXPECT_GE(plan.stage.width(), 18 * s.em);
}

}  // namespace
}  // namespace attnlab
