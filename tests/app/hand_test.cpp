// Attention by hand in the window: commands, undo, pasting, and what stages and inspector explain.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/figure/save.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "app/views/common/hand_model.h"
#include "core/analysis/experiments/hand_examples.h"
#include "core/io/hand/hand_file.h"
#include "tests/app/commands_fixture.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"
#include "tests/support/xml.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct HandCommands : CommandsTest {
  const HandChoice& hand() const { return dispatcher.state().choices.of<HandChoice>(); }
  const HandAttention& numbers() const { return hand().numbers; }
  std::string cursor() const {
    const HandCursor& c = hand().cursor;
    return c.matrix + " " + std::to_string(c.row) + " " + std::to_string(c.column) + " to " +
           std::to_string(c.to_row) + " " + std::to_string(c.to_column);
  }
  std::string shown() const { return hand_cell(*hand_trace(numbers()), hand()).text(); }
};

TEST_F(HandCommands, ANumberIsTypedAndTakenBack) {
  EXPECT_EQ(numbers(), hand_example("cat").make()) << "what the view opens with";
  say("hand.cell q 0 1 −0.75");
  EXPECT_EQ(numbers().query.at(0, 1), -0.75);
  say("hand.cell k 2 3 1e-2");
  EXPECT_EQ(numbers().key.at(2, 3), 0.01);
  say("undo");
  EXPECT_EQ(numbers().key.at(2, 3), 0.7);
  EXPECT_EQ(numbers().query.at(0, 1), -0.75);
  say("undo");
  EXPECT_EQ(numbers(), hand_example("cat").make());
  say("redo");
  EXPECT_EQ(numbers().query.at(0, 1), -0.75);
}

TEST_F(HandCommands, WhatIsNoNumberOrNoCellIsRefusedAndNothingChanges) {
  const AppState before = dispatcher.state();
  expect_has(refusal("hand.cell q 0 1 x"), "'x' is not a number");
  expect_has(refusal("hand.cell q 0 1 1e9"), "1,000,000");
  expect_has(refusal("hand.cell q 1 0 1"), "1 is not from 0 to 0");
  expect_has(refusal("hand.cell z 0 0 1"), "there is no matrix z");
  expect_has(refusal("hand.score cosin"), "did you mean cosine");
  expect_has(refusal("hand.mask casual"), "unknown mask casual");
  expect_has(refusal("hand.beta 2"), "hand.score cosine");
  expect_has(refusal("hand.open dog"), "there is no example dog");
  expect_has(refusal("hand.size keys=9"), "from 1 to 8");
  expect_has(refusal("hand.size kays=2"), "did you mean keys");
  expect_has(refusal("hand.look hand.scaled 0,0,3"), "does not exist");
  expect_has(refusal("hand.look hand.masked 0,0,0"), "there is no step hand.masked");
  expect_has(refusal("hand.select w 0 0"), "does not read W");
  EXPECT_EQ(dispatcher.state(), before);
  EXPECT_EQ(refusal("undo"), "there is nothing to undo");
}

TEST_F(HandCommands, PastedCellsMakeRoomAndAreOneStep) {
  dispatcher.apply({"hand.paste", {"k", "1", "2", "1\t2\t3\r\n4\t5\t6\r\n7\t8\t9\r\n"}}, kTranslate);
  EXPECT_EQ(sizes_of(numbers()), (HandSizes{1, 4, 5, 3, 4}));
  EXPECT_EQ(numbers().key.at(1, 1), 0.6) << "outside of the block";
  EXPECT_EQ(numbers().key.at(1, 2), 1);
  EXPECT_EQ(numbers().key.at(3, 4), 9);
  EXPECT_EQ(numbers().query.at(0, 4), 0) << "a new feature";
  EXPECT_EQ(numbers().key_names.back(), "3");
  say("undo");
  EXPECT_EQ(numbers(), hand_example("cat").make());
  say("hand.paste v 0 0 \"2 3;4 5\"");
  EXPECT_EQ(numbers().value.at(1, 1), 5);
  expect_has(refusal("hand.paste q 0 0 \"1 2;3\""), "row 2 has 1 number");
  expect_has(refusal("hand.paste q 0 3 \"1 2 3 4 5 6\""), "at most 8 rows and columns");
  expect_has(refusal("hand.paste u 0 0 \"1;2\""), "has one row");
}

TEST_F(HandCommands, TheCursorChoosesCellsAndSelectsTheirRows) {
  say("hand.select k 2 1");
  EXPECT_EQ(cursor(), "k 2 1 to 2 1");
  EXPECT_EQ(shown(), "hand.scores[0,0,2]");
  say("hand.move down");
  say("hand.move left");
  EXPECT_EQ(cursor(), "k 2 0 to 2 0");
  say("hand.move up");
  EXPECT_EQ(shown(), "hand.scores[0,0,1]");
  EXPECT_FALSE(dispatcher.can_undo()) << "moving is no change";
  say("hand.select k 2 3 1 2");
  say("hand.clear");
  for (const auto& [row, column] : {std::pair{1, 2}, {1, 3}, {2, 2}, {2, 3}})
    EXPECT_EQ(numbers().key.at(row, column), 0);
  EXPECT_EQ(numbers().key.at(1, 1), 0.6);
  say("hand.size keys=1");
  EXPECT_EQ(cursor(), "k 0 3 to 0 2");
  say("hand.score additive");
  say("hand.select wq 1 1");
  say("hand.score dot");
  EXPECT_EQ(cursor(), "q 0 0 to 0 0") << "dot products read no W_q";
}

TEST_F(HandCommands, SizesAreSetTogetherOrAlone) {
  say("hand.size tokens=3 features=2");
  EXPECT_EQ(sizes_of(numbers()), (HandSizes{3, 3, 2, 3, 4}));
  say("hand.size values=1");
  EXPECT_EQ(numbers().value.columns, 1);
  EXPECT_NE(refusal("hand.size"), "");
  EXPECT_NE(refusal("hand.size 3"), "");
  say("undo");
  say("undo");
  EXPECT_EQ(numbers(), hand_example("cat").make());
  say("hand.names keys a \"b c\" d");
  EXPECT_EQ(numbers().key_names, (std::vector<std::string>{"a", "b c", "d"}));
  expect_has(refusal("hand.names keys a b"), "must be 0 or 3");
  say("hand.names tokens");
  EXPECT_TRUE(numbers().query_names.empty() && numbers().key_names.empty());
}

TEST_F(HandCommands, ScoreScalingSharpnessAndMask) {
  say("hand.scale off");
  EXPECT_EQ(numbers().score, "dot");
  say("hand.scale toggle");
  EXPECT_EQ(numbers().score, "scaled_dot");
  say("hand.score cosine");
  expect_has(refusal("hand.scale on"), "not the score cosine");
  say("hand.beta 7");
  say("hand.beta 8");
  EXPECT_EQ(numbers().sharpness, 8);
  say("undo");
  EXPECT_EQ(numbers().sharpness, 1) << "one step for all of a drag";
  say("hand.mask window 1");
  EXPECT_EQ(numbers().mask, "window 1");
  say("hand.see 0 2 on");
  EXPECT_EQ(numbers().mask, "101");
  say("hand.key 0");
  say("hand.see toggle");
  EXPECT_EQ(numbers().mask, "001") << "of the selected key";
  EXPECT_NE(refusal("hand.see 0 3 on"), "");
}

TEST_F(HandCommands, ExamplesOpenTheirParts) {
  for (const HandExample& example : hand_examples()) {
    say("hand.open " + std::string(example.name));
    EXPECT_EQ(numbers(), example.make());
    const auto part = std::ranges::find(hand_parts(), example.name, &HandPart::example);
    ASSERT_NE(part, hand_parts().end()) << example.name;
    EXPECT_EQ(hand().part, part->name);
  }
  say("hand.random 3");
  const HandAttention drawn = numbers();
  say("hand.random");
  EXPECT_NE(numbers(), drawn);
  say("hand.random 3");
  EXPECT_EQ(numbers(), drawn);
}

TEST_F(HandCommands, StepsAreWalkedAndLookedAt) {
  say("hand.step next");
  EXPECT_EQ(shown(), "hand.scaled[0,0,0]");
  say("hand.step previous");
  say("hand.step previous");
  EXPECT_EQ(shown(), "hand.scores[0,0,0]") << "the first";
  say("hand.step output");
  say("hand.step next");
  EXPECT_EQ(shown(), "hand.output[0,0,0]") << "the last";
  say("hand.look hand.weights 0,0,2");
  EXPECT_EQ(hand().key, 2);
  say("hand.step scores");
  EXPECT_EQ(shown(), "hand.scores[0,0,2]") << "the same tokens";
  say("hand.score cosine");
  say("hand.step unit_key");
  say("hand.score dot");
  EXPECT_EQ(shown(), "hand.scores[0,0,2]") << "dot products have no such step";
  expect_has(refusal("hand.step weight"), "there is no step weight");
}

TEST_F(HandCommands, CopiesEveryForm) {
  for (const char* form : {"text", "csv", "latex", "json"}) say("hand.copy " + std::string(form));
  ASSERT_EQ(actions.calls.size(), 4u);
  expect_has(actions.calls[0], "copy score scaled_dot: s = q·k/√d_k\n");
  expect_has(actions.calls[1], "Scores S,The,cat,sat\n");
  expect_has(actions.calls[2], "\\begin{align*}");
  EXPECT_EQ(hand_from_json(actions.calls[3].substr(5)), numbers());
  EXPECT_NE(refusal("hand.copy html"), "");
}

TEST_F(HandCommands, TheInspectorExplainsThePassThatWasLookedAtLast) {
  const auto explained = [&] { return explained_cell(dispatcher.state()); };
  EXPECT_EQ(explained().hand, nullptr);
  say("view hand");
  EXPECT_EQ(explained().cell.text(), "hand.scores[0,0,0]");
  ASSERT_NE(explained().hand, nullptr);
  say("view.beside steps");
  say("select.cell 1 1");
  EXPECT_EQ(explained().hand, nullptr) << "of the model's pass";
  EXPECT_EQ(explained().cell.tensor, "decoder.layers.0.self_attention.scores");
  say("hand.look hand.weights 0,0,1");
  EXPECT_EQ(explained().cell.text(), "hand.weights[0,0,1]");
  say("inspect.here decoder.layers.0.self_attention.key 0,0,0,0");
  EXPECT_EQ(explained().hand, nullptr);
  say("hand.key 2");
  EXPECT_NE(explained().hand, nullptr);
  say("view heads");
  EXPECT_EQ(explained().hand, nullptr);
  say("view.beside hand");
  EXPECT_EQ(explained().hand, nullptr) << "the first view comes first";
  say("hand.inspect hand.value 0,0,0");
  EXPECT_NE(explained().hand, nullptr);
}

TEST_F(HandCommands, FollowedNumbersAreShownAndLeadBack) {
  const auto explained = [&] { return explained_cell(dispatcher.state()).cell.text(); };
  say("view hand");
  say("hand.step output");
  say("hand.inspect hand.weights 0,0,2");
  EXPECT_EQ(explained(), "hand.weights[0,0,2]");
  EXPECT_EQ(shown(), "hand.weights[0,0,2]") << "the stage goes along";
  say("hand.inspect hand.key 0,2,3");
  EXPECT_EQ(explained(), "hand.key[0,2,3]");
  EXPECT_EQ(shown(), "hand.weights[0,0,2]") << "it is no step";
  EXPECT_EQ(cursor(), "k 2 3 to 2 3") << "a typed number";
  say("hand.inspect.here hand.scores 0,0,1");
  EXPECT_EQ(explained(), "hand.scores[0,0,1]");
  EXPECT_EQ(shown(), "hand.weights[0,0,2]");
  for (const char* before :
       {"hand.key[0,2,3]", "hand.weights[0,0,2]", "hand.output[0,0,0]", "hand.output[0,0,0]"}) {
    say("hand.back");
    EXPECT_EQ(explained(), before);
  }
  EXPECT_EQ(shown(), "hand.output[0,0,0]");
  say("hand.inspect hand.scores 0,0,1");
  say("hand.cell q 0 0 2");
  EXPECT_TRUE(hand().trail.empty()) << "other numbers, another pass";
  expect_has(refusal("hand.inspect hand.scores 0,0,3"), "does not exist");
  expect_has(refusal("hand.inspect hand.score 0,0,0"), "unknown tensor hand.score; did you mean hand.scores");
  EXPECT_TRUE(hand().trail.empty());
}

struct HandView : LabTest {};

/// A part of the view that the open example is not about does not carry its caption.
TEST_F(HandView, CaptionsAreOfTheirPart) {
  open();
  const auto drawn = [&](const std::string& part) {
    say_and_settle("choose hand.part " + part);
    const testing::TempFolder folder;
    const std::string file = (folder / "hand.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  };
  say_and_settle("view hand");
  say_and_settle("hand.open widths");
  const std::string caption(hand_example("widths").sentence.substr(0, 30));
  expect_has(drawn("widths"), caption);
  expect_has(drawn("numbers"), caption);
  EXPECT_EQ(drawn("order").find(caption), std::string::npos);
  EXPECT_EQ(drawn("sharpness").find(caption), std::string::npos);
}

TEST_F(HandView, ShowsTheTypedNumbersAndEachStep) {
  const testing::TempFolder folder;
  const std::string file = (folder / "hand.svg").string();
  open();
  say_and_settle("view hand");
  const auto words = [&] {
    save_figure(lab->view(), {.file = file});
    std::string all;
    for (const testing::XmlElement& text :
         testing::named(testing::read_xml(testing::read_bytes(file)), "text"))
      all += text.text + "\n";
    return all;
  };
  expect_has(words(), "Queries Q\n");
  expect_has(words(), "\n−0.3\n");
  expect_has(words(), "Scores S");
  say_and_settle("hand.cell q 0 1 0.125");
  expect_has(words(), "\n0.125\n");
  for (const ScoreKind& kind : score_kinds()) {
    say_and_settle("hand.score " + std::string(kind.name));
    const TracePtr pass = hand_trace(lab->view().state.choices.of<HandChoice>().numbers);
    for (const TraceTensor* step : hand_steps(*pass)) {
      say_and_settle("hand.step " + std::string(step->site->name));
      EXPECT_EQ(ask("hand.cell"), hand_cell(*pass, lab->view().state.choices.of<HandChoice>()).text());
      expect_has(words(), std::string(step->site->title));
    }
  }
}

TEST_F(HandView, ItsCommandsChooseInThePassByHand) {
  std::vector<Command> sent;
  const Emit emit = hand_emit([&](Command command) { sent.push_back(std::move(command)); });
  emit({"select.tensor", {"hand.scores", "0,0,1"}});
  emit({"select.query", {"2"}});
  emit({"select.key", {"1"}});
  emit({"inspect", {"hand.key", "0,0,0"}});
  emit({"inspect.here", {"hand.key", "0,0,0"}});
  emit({"inspect.back", {}});
  emit({"train.step", {"1"}});
  const std::vector<Command> wanted{{"hand.look", {"hand.scores", "0,0,1"}},
                                    {"hand.query", {"2"}},
                                    {"hand.key", {"1"}},
                                    {"hand.inspect", {"hand.key", "0,0,0"}},
                                    {"hand.inspect.here", {"hand.key", "0,0,0"}},
                                    {"hand.back", {}},
                                    {"train.step", {"1"}}};
  EXPECT_EQ(sent, wanted);
}

TEST_F(HandView, NumbersStayWhenAnotherModelIsOpened) {
  open();
  say_and_settle("view hand");
  say_and_settle("hand.cell q 0 0 3");
  open("gru");
  settle();
  EXPECT_EQ(ask("view"), "hand");
  EXPECT_EQ(ask("hand.number q 0 0"), "3");
  EXPECT_EQ(ask("cell"), "hand.scores[0,0,0]");
}

}  // namespace
}  // namespace attnlab
