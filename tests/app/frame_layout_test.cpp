// The frame's layout: panels never overlap, stay inside the window, and are hidden in order.
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

std::array<Box, 7> boxes(const FramePlan& p) {
  return {p.lesson, p.tokens, p.map, p.stage, p.inspector, p.filmstrip, p.training};
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
  for (const auto& [width, height] :
       {std::pair{640.f, 480.f}, {1024.f, 640.f}, {1280.f, 720.f}, {2560.f, 1440.f}, {3840.f, 2160.f}}) {
    for (float percent = 75; percent <= 300; percent += 25) {
      const FrameSpace s = space(width, height, percent);
      const FramePlan plan = plan_frame(s);
      if (plan.one_panel) {
        EXPECT_TRUE(plan.chooser.empty() || plan.stage.width() == plan.chooser.width());
        EXPECT_TRUE(plan.tokens.empty());
        continue;
      }
      EXPECT_GE(plan.stage.width(), 18 * s.em) << width << ", " << percent;
      EXPECT_GE(plan.stage.height(), 10 * s.em) << width << ", " << percent;
      if (!plan.training.empty()) {
        EXPECT_GE(plan.stage.height(), 13.9f * s.em) << width << ", " << percent;
      }
    }
  }
}

TEST(FrameLayout, TheBottomFoldsBeforeTheStageHasNoRoomForAMatrix) {
  const FrameSpace s = space(1280, 720, 150);
  const FramePlan plan = plan_frame(s);
  EXPECT_TRUE(plan.filmstrip.empty());
  EXPECT_GE(plan.stage.height(), 14 * s.em);
  EXPECT_FALSE(plan_frame(space(1280, 720, 100)).filmstrip.empty());
}

TEST(FrameLayout, OnePanelIsSeenWhereTwoDoNotFit) {
  FrameSpace s = space(1280, 720, 300);
  s.has_lesson = true;
  for (const FramePanelRow& row : kFramePanels) {
    s.screen.only = row.panel;
    FramePlan plan = plan_frame(s);
    const Box seen = plan.*place_of(row.panel);
    EXPECT_GT(seen.height(), 9 * s.em) << row.name;
    EXPECT_FALSE(overlap(seen, plan.chooser)) << row.name;
    plan.*place_of(row.panel) = {};
    for (const Box& box : boxes(plan)) EXPECT_TRUE(box.empty()) << row.name;
  }
  s.screen.stage_only = true;
  EXPECT_FALSE(plan_frame(s).stage.empty()) << "the stage alone is the stage";
}

TEST(FrameLayout, ALowAndWideWindowHasTheStageAndOnePanelBesideIt) {
  FrameSpace s = space(720, 360, 100);  // a small phone held sideways
  s.has_lesson = true;
  for (const FramePanelRow& row : kFramePanels) {
    s.screen.only = row.panel;
    const FramePlan plan = plan_frame(s);
    const Box seen = plan.*place_of(row.panel);
    EXPECT_FALSE(plan.chooser.empty()) << row.name;
    EXPECT_GE(plan.stage.height(), 17 * s.em) << row.name << ": less than half of that if all were seen";
    EXPECT_GE(plan.stage.width(), 18 * s.em) << row.name;
    EXPECT_GE(seen.width(), 18 * s.em) << row.name;
    if (row.panel == FramePanel::Stage) continue;
    EXPECT_FALSE(overlap(seen, plan.stage)) << row.name;
    EXPECT_FALSE(overlap(seen, plan.chooser)) << row.name;
    EXPECT_FLOAT_EQ(seen.height(), plan.stage.height()) << row.name;
  }
}

TEST(FrameLayout, ALowAndWideWindowShowsThatSomethingIsEdited) {
  FrameSpace s = space(844, 390, 100);
  s.edits = 2.6f * s.em;
  const FramePlan plan = plan_frame(s);
  EXPECT_FLOAT_EQ(plan.edits.height(), s.edits);
  EXPECT_LT(plan.edits.max.y, plan.stage.min.y);
}

TEST(FrameLayout, APresentedStageHasTheWindow) {
  FrameSpace s = space(1280, 720, 300);
  s.screen.presenting = true;
  s.edits = 50;
  const FramePlan plan = plan_frame(s);
  EXPECT_FLOAT_EQ(plan.stage.height(), s.area.height() - 2 * s.gap);
  EXPECT_TRUE(plan.tokens.empty() && plan.edits.empty() && plan.chooser.empty());
}

TEST(FrameLayout, AllPanelsAreThereAtUsualSizes) {
  for (const auto& [width, height] : {std::pair{1024.f, 640.f}, {1280.f, 720.f}, {1600.f, 1000.f}}) {
    const FramePlan plan = plan_frame(space(width, height, 100));
    for (const Box& box : {plan.tokens, plan.map, plan.stage, plan.inspector, plan.filmstrip, plan.training})
      EXPECT_FALSE(box.empty()) << width;
    EXPECT_TRUE(plan.lesson.empty()) << "none is open";
  }
}

FrameSpace with_lesson(float width, float height, float percent) {
  FrameSpace s = space(width, height, percent);
  s.has_lesson = true;
  return s;
}

TEST(FrameLayout, ALessonAndTheOthersStayInsideAndApart) {
  for (const auto& [width, height] :
       {std::pair{640.f, 480.f}, {1024.f, 640.f}, {1280.f, 720.f}, {1600.f, 1000.f}, {2560.f, 1440.f}}) {
    for (float percent = 75; percent <= 300; percent += 25) {
      for (const bool bar : {false, true}) {
        FrameSpace s = with_lesson(width, height, percent);
        s.screen.lesson_bar = bar;
        const FramePlan plan = plan_frame(s);
        const auto all = boxes(plan);
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (all[i].empty()) continue;
          EXPECT_GE(all[i].min.x, s.area.min.x);
          EXPECT_GE(all[i].min.y, s.area.min.y);
          EXPECT_LE(all[i].max.x, s.area.max.x);
          EXPECT_LE(all[i].max.y, s.area.max.y);
          for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(all[i], all[j])) << i << " and " << j << " at " << width << ", " << percent;
        }
        if (plan.one_panel) continue;
        EXPECT_EQ(plan.lesson_is_bar, bar);
        EXPECT_GE(plan.stage.width(), 18 * s.em) << width << ", " << percent;
        EXPECT_GE(plan.stage.height(), 10 * s.em) << width << ", " << percent;
        EXPECT_GE(plan.lesson.width(), 24 * s.em) << width << ", " << percent;
      }
    }
  }
}

TEST(FrameLayout, ALessonIsAColumnFromTopToBottomInThePlaceOfTheMap) {
  const FramePlan plan = plan_frame(with_lesson(1600, 1000, 100));
  EXPECT_TRUE(plan.map.empty());
  EXPECT_FALSE(plan.inspector.empty());
  EXPECT_FLOAT_EQ(plan.lesson.min.y, plan.tokens.min.y);
  EXPECT_FLOAT_EQ(plan.lesson.max.y, plan.training.max.y);
  EXPECT_LT(plan.lesson.max.x, plan.tokens.min.x);
  EXPECT_LE(plan.lesson.width(), 46 * kBaseEm);
  EXPECT_FALSE(plan_frame(with_lesson(2400, 1200, 100)).map.empty()) << "a wide window has room for both";
}

TEST(FrameLayout, BesideALessonTheBottomFoldsToALineBeforeTheStageIsLow) {
  const FramePlan small = plan_frame(with_lesson(1280, 720, 100)),
                  large = plan_frame(with_lesson(1600, 1000, 100));
  EXPECT_TRUE(small.filmstrip.empty());
  EXPECT_LT(small.training.height(), 4 * kBaseEm);
  EXPECT_GE(small.stage.height(), 29 * kBaseEm);
  EXPECT_FALSE(large.filmstrip.empty());
  FrameSpace chosen = with_lesson(1280, 720, 100);
  chosen.screen.bottom_height = 180;
  EXPECT_FLOAT_EQ(plan_frame(chosen).training.height(), 180);
}

TEST(FrameLayout, ALessonsColumnKeepsItsChosenWidthWithinLimits) {
  FrameSpace s = with_lesson(1600, 1000, 100);
  s.screen.lesson_width = 600;
  EXPECT_FLOAT_EQ(plan_frame(s).lesson.width(), 600);
  s.screen.lesson_width = 9000;
  EXPECT_FLOAT_EQ(plan_frame(s).lesson.width(), 46 * kBaseEm);
  s.screen.lesson_width = 10;
  EXPECT_FLOAT_EQ(plan_frame(s).lesson.width(), 24 * kBaseEm);
}

TEST(FrameLayout, ALessonsBarLiesBelowAsWideAsTheWindow) {
  FrameSpace s = with_lesson(1600, 1000, 100);
  s.screen.lesson_bar = true;
  const FramePlan plan = plan_frame(s);
  EXPECT_FLOAT_EQ(plan.lesson.width(), 1600 - 2 * s.gap);
  EXPECT_FLOAT_EQ(plan.lesson.max.y, 1000 - s.gap);
  EXPECT_LT(plan.training.max.y, plan.lesson.min.y);
  EXPECT_FALSE(plan.map.empty()) << "the bar takes nothing from the map";
  s.screen.lesson_height = 400;
  EXPECT_FLOAT_EQ(plan_frame(s).lesson.height(), 400);
}

TEST(FrameLayout, APresentedLessonIsABarBelowTheStage) {
  FrameSpace s = with_lesson(1920, 1080, 180);
  s.screen.presenting = true;
  const FramePlan plan = plan_frame(s);
  EXPECT_TRUE(plan.lesson_is_bar);
  EXPECT_GE(plan.lesson.height(), 9 * s.em);
  EXPECT_GE(plan.stage.height(), 19 * s.em);
  EXPECT_LT(plan.stage.max.y, plan.lesson.min.y);
  EXPECT_TRUE(plan.tokens.empty() && plan.map.empty() && plan.training.empty());
}

TEST(FrameLayout, WhereNoLessonIsOpenItsPanelIsNotSeen) {
  FrameSpace s = space(640, 480, 200);
  s.screen.only = FramePanel::Lesson;
  const FramePlan plan = plan_frame(s);
  EXPECT_FALSE(plan.chooser.empty());
  EXPECT_FALSE(plan.stage.empty());
  EXPECT_TRUE(plan.lesson.empty());
}

TEST(FrameLayout, AVeryLowWindowIsAllOnePanels) {
  FrameSpace s = space(700, 500, 300);
  for (const FramePanelRow& row : kFramePanels) {
    if (row.panel == FramePanel::Lesson) continue;
    s.screen.only = row.panel;
    const FramePlan plan = plan_frame(s);
    EXPECT_TRUE(plan.one_panel && plan.chooser.empty()) << row.name;
    const Box& seen = plan.*place_of(row.panel);
    EXPECT_FLOAT_EQ(seen.height(), s.area.height() - 2 * s.gap) << row.name;
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

TEST(FrameLayout, ALineAtTheBottomOpensWhereThereIsRoomAgain) {
  const FramePlan small = plan_frame(space(1280, 720, 150));
  EXPECT_TRUE(small.filmstrip.empty());
  const FramePlan large = plan_frame(space(1920, 1080, 100));
  EXPECT_FALSE(large.filmstrip.empty());
  EXPECT_GT(large.training.height(), 10 * kBaseEm);
}

TEST(FrameLayout, ADividerLeadsOutOfALine) {
  FrameSpace s = space(1600, 1000, 100);
  for (const double chosen : {46.0, 60.0, 90.0}) {
    s.screen.bottom_height = chosen;
    const FramePlan plan = plan_frame(s);
    EXPECT_TRUE(plan.filmstrip.empty());
    EXPECT_FLOAT_EQ(plan.bottom_height.size, static_cast<float>(chosen)) << "from here it is dragged further";
    EXPECT_LE(plan.training.height(), 47);
  }
}

/// A stage of 100 by 100 at (0, 50).
struct UsedStage : ::testing::Test {
  StillStage stage;
  UsedStage() { stage.place({{0, 50}, {100, 150}}); }
  float edits(float wanted, ImVec2 at, bool pressed = false, bool down = false, bool asked = false) {
    return stage.edits_height(wanted, asked, {at, pressed, down || pressed});
  }
};

const ImVec2 kOnStage{50, 100}, kAbove{50, 20};

TEST_F(UsedStage, StaysWhereItIsUntilThePointerHasLeftIt) {
  EXPECT_EQ(edits(0, kOnStage), 0);
  EXPECT_EQ(edits(0, kOnStage, true), 0);
  EXPECT_FALSE(stage.may_move());
  EXPECT_EQ(edits(40, kOnStage, false, true), 0) << "the press made an edit";
  EXPECT_EQ(edits(40, kOnStage), 0) << "the next click goes where the pointer is";
  EXPECT_TRUE(stage.may_move());
  EXPECT_EQ(edits(40, kOnStage, true), 0);
  EXPECT_EQ(edits(60, kAbove, false, true), 0) << "dragged out of it";
  EXPECT_EQ(edits(60, kAbove), 60);
  EXPECT_EQ(edits(0, kOnStage, true), 60) << "nor does the bar go under a press";
  EXPECT_EQ(edits(0, kAbove), 0);
}

TEST_F(UsedStage, MovesWherePeopleDidNotPressIt) {
  EXPECT_EQ(edits(40, kOnStage), 40) << "an edit by key or menu";
  EXPECT_EQ(edits(20, kAbove, true), 20);
  EXPECT_EQ(edits(30, kOnStage, true), 20);
  EXPECT_EQ(edits(30, kOnStage, false, false, true), 30) << "people asked for the bar";
}

}  // namespace
}  // namespace attnlab
