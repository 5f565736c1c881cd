// Looks of zoomed matrices: chosen by commands, stored by the names of their maps, limited in number.
#include "app/base/matrix_look.h"

#include "app/state/made_commands.h"
#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

using MatrixCommands = CommandsTest;

TEST_F(MatrixCommands, ZoomAndFit) {
  say("matrix.zoom stage.result 4");
  const MatrixLook* look = find_look(dispatcher.screen().looks, "stage.result");
  ASSERT_TRUE(look);
  EXPECT_EQ(look->across, (AxisLook{4, 0.5}));
  EXPECT_EQ(look->down, (AxisLook{4, 0.5}));
  EXPECT_EQ(look->rows, 0);
  say("matrix.fit stage.result");
  look = find_look(dispatcher.screen().looks, "stage.result");
  ASSERT_TRUE(look) << "it is the newest of the maps that are zoomed together";
  EXPECT_EQ(look->across, AxisLook{});
  EXPECT_FALSE(dispatcher.can_undo());
}

TEST_F(MatrixCommands, PanMovesByWhatIsSeenAndStopsAtTheEdge) {
  say("matrix.zoom m 4");
  say("matrix.pan m 0.5 -1");
  const AxisLook across = find_look(dispatcher.screen().looks, "m")->across;
  EXPECT_DOUBLE_EQ(across.middle, 0.625);
  EXPECT_DOUBLE_EQ(find_look(dispatcher.screen().looks, "m")->down.middle, 0.25);
  say("matrix.pan m 100 -100");
  EXPECT_DOUBLE_EQ(find_look(dispatcher.screen().looks, "m")->across.middle, 0.875);
  EXPECT_DOUBLE_EQ(find_look(dispatcher.screen().looks, "m")->down.middle, 0.125);
  say("matrix.zoom m 2");
  EXPECT_DOUBLE_EQ(find_look(dispatcher.screen().looks, "m")->across.middle, 0.75)
      << "no more than the matrix";
}

TEST_F(MatrixCommands, ALookIsItsCommand) {
  const MatrixLook look{"heads.map", {2.5, 0.25}, {4, 0.75}, 12, 30};
  say(look_command(look).text());
  ASSERT_TRUE(find_look(dispatcher.screen().looks, "heads.map"));
  EXPECT_EQ(*find_look(dispatcher.screen().looks, "heads.map"), look);
}

TEST_F(MatrixCommands, WhatIsWrongIsRefused) {
  EXPECT_NE(refusal("matrix.zoom stage.result"), "");
  EXPECT_NE(refusal("matrix.zoom stage.result 0.5"), "");
  EXPECT_NE(refusal("matrix.zoom stage.result nan"), "");
  EXPECT_NE(refusal("matrix.look m 2 0.5 2 1.5"), "");
  EXPECT_NE(refusal("matrix.look m 2 0.5 2 0.5 -1"), "");
  EXPECT_TRUE(dispatcher.screen().looks.empty());
}

TEST(MatrixLooks, TheNewestIsTheLastAndTheOldestGoes) {
  MatrixLooks looks;
  remember_look(looks, {.map = "first"});
  for (int i = 0; i < 40; ++i) remember_look(looks, {.map = std::to_string(i)});
  remember_look(looks, {.map = "first", .rows = 3});
  EXPECT_EQ(looks.back().map, "first");
  EXPECT_EQ(looks.back().rows, 3);
  EXPECT_EQ(looks.size(), 41u) << "a map has one look";
  for (int i = 0; i < 1000; ++i) remember_look(looks, {.map = std::to_string(i)});
  EXPECT_LE(looks.size(), 64u);
  EXPECT_FALSE(find_look(looks, "first"));
}

TEST_F(MatrixCommands, AnotherModelIsSeenWhole) {
  say("matrix.zoom stage.result 4");
  dispatcher.start({});
  EXPECT_TRUE(dispatcher.screen().looks.empty());
}

}  // namespace
}  // namespace attnlab
