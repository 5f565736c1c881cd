// Undo, and the history of places: each command is a step of one or of both.
#include <gtest/gtest.h>

#include <stdexcept>

#include "app/feature/opened_features.h"
#include "app/features/compare/choice.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/hand_choice.h"
#include "app/state/heads_choice.h"
#include "app/state/state_content.h"
#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

TEST_F(CommandsTest, UndoAndRedo) {
  const auto edits = [&] { return dispatcher.state().edits.size(); };
  say("edit a.b[0]=1");
  say("edit a.b[1]=1");
  say("undo");
  EXPECT_EQ(edits(), 1U);
  say("redo");
  EXPECT_EQ(edits(), 2U);
  say("undo");
  say("edit a.b[2]=1");
  EXPECT_FALSE(dispatcher.can_redo());
  say("edit a.b[2]=1");
  say("undo");
  EXPECT_EQ(edits(), 1U) << "a command that changes nothing is no step";
  say("theme light");
  say("undo");
  EXPECT_EQ(edits(), 0U) << "the theme is not undone";
  EXPECT_FALSE(dispatcher.screen().dark);
}

TEST_F(CommandsTest, BackAndForwardGoThroughPlaces) {
  say("select.head 1");
  say("select.head 2");
  say("history.back");
  EXPECT_EQ(selection().head, 1);
  EXPECT_EQ(dispatcher.back_label(), "select a head");
  say("history.forward");
  EXPECT_EQ(selection().head, 2);
  EXPECT_EQ(refusal("history.forward"), "there is nothing to go forward to");
  say("history.back");
  say("select.head 3");
  EXPECT_EQ(dispatcher.forward_label(), "") << "another way was taken";
  for (int i = 0; i < 3; ++i) say("query.next");
  say("history.back");
  EXPECT_EQ(selection().query, 0) << "a row of moves is one step";
  EXPECT_EQ(selection().head, 3);
}

/// As in the guided first session: a head is taken out, looked at in Compare, and put back there.
TEST_F(CommandsTest, UndoLeavesThePlaceAndBackLeavesTheContent) {
  say("view heads");
  say("edit zero decoder.layers.0.self_attention#1");
  say("view compare");
  say("select.head 2");
  say("undo");
  EXPECT_TRUE(dispatcher.state().edits.empty());
  EXPECT_EQ(dispatcher.state().view, &compare::kFeature);
  EXPECT_EQ(selection().head, 2);
  say("redo");
  say("history.back");
  say("history.back");
  EXPECT_EQ(dispatcher.state().view, &heads::kFeature);
  EXPECT_EQ(dispatcher.state().edits.size(), 1U);
  EXPECT_EQ(dispatcher.undo_label(), "change an activation during the forward pass");
}

TEST_F(CommandsTest, ACommandThatChangesBothIsAStepOfBoth) {
  const AppState before = dispatcher.state();
  say("hand.open cat");
  say("hand.cell q 0 0 5");
  say("view hand");
  say("hand.open order");
  say("undo");
  EXPECT_EQ(dispatcher.state().choices.of<HandChoice>().numbers.query.at(0, 0), 5);
  EXPECT_EQ(dispatcher.state().view, &hand::kFeature);
  say("undo");
  EXPECT_EQ(dispatcher.state().choices.of<HandChoice>().numbers, before.choices.of<HandChoice>().numbers);
}

TEST_F(CommandsTest, ContentIsWhatIsReadAndComputedAndPlaceIsWhatIsLookedAt) {
  AppState a = dispatcher.state(), b = a;
  b.source = "b", b.draft = {"norm=post"}, b.edits = {"no positions"}, b.picture = 2;
  EXPECT_FALSE(same_content(a, b));
  EXPECT_TRUE(same_place(a, b));
  b = a;
  b.view = &heads::kFeature, b.selection.head = 1, b.rewound = 3, b.choices.of<HeadsChoice>().open = true;
  EXPECT_TRUE(same_content(a, b));
  EXPECT_FALSE(same_place(a, b));
}

}  // namespace
}  // namespace attnlab
