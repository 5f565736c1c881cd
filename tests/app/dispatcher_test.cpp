// Commands: their text form, what each does to the state, errors, undo and redo. Commands about edits
// and comparisons are in edit_commands_test.cpp.
#include "app/state/commands/dispatcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "app/state/steps_choice.h"
#include "app/state/walk/walk_range.h"
#include "core/training/sweep/variants.h"
#include "tests/app/commands_fixture.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

TEST(CommandText, GoesThereAndBack) {
  for (const Command& command :
       {Command{"select.cell", {"2", "1"}}, Command{"text.source", {"the black cat"}}, Command{"undo", {}},
        Command{"text.source", {""}}, Command{"open", {"a \"quoted\" name\\x.txt"}}}) {
    EXPECT_EQ(parse_command(command.text()), command) << command.text();
  }
  EXPECT_THROW(parse_command("  "), std::invalid_argument);
  EXPECT_THROW(parse_command("open \"half"), std::invalid_argument);
}

TEST_F(CommandsTest, AModelWithoutADecoderHasOnlyItsEncodersAttention) {
  EXPECT_EQ(refusal("select.attention cross", kVision), "this model has no decoder: use encoder_self");
  EXPECT_EQ(refusal("select.attention decoder_self", kVision), "this model has no decoder: use encoder_self");
  say("select.query 16", kVision);
  EXPECT_EQ(selection().attention, AttentionKind::EncoderSelf);
  EXPECT_EQ(selection().query, 16);
}

TEST_F(CommandsTest, PicturesAreChosenAndTakenBack) {
  say("select.picture 11", kVision);
  EXPECT_EQ(dispatcher.state().picture, 11);
  EXPECT_NE(refusal("select.picture 12", kVision), "");
  say("undo", kVision);
  EXPECT_EQ(dispatcher.state().picture, 0);
  EXPECT_EQ(refusal("select.picture 0", kGpt), "this model does not read pictures");
}

TEST_F(CommandsTest, CellsMeanWhatTheStageShows) {
  say("select.attention cross");
  say("select.stage scores");
  say("select.cell 6 4");
  EXPECT_EQ(selection().query, 6);
  EXPECT_EQ(selection().key, 4);
  say("select.stage value");
  say("select.cell 3 15");
  EXPECT_EQ(selection().key, 3);
  EXPECT_EQ(selection().feature, 15);
  EXPECT_EQ(selected_cell(selection(), Stage::Value).text(),
            "decoder.layers.0.cross_attention.value[0,0,3,15]");
  say("select.stage output");
  say("select.cell 0 63");
  EXPECT_EQ(selected_cell(selection(), Stage::Output).text(),
            "decoder.layers.0.cross_attention.output[0,0,63]");
}

/// A click in the matrix of any stage chooses the cell of that row and column.
TEST_F(CommandsTest, EveryStageChoosesTheCellThatIsClicked) {
  say("select.head 2");
  for (int i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<Stage>(i);
    say("select.stage " + std::string(stage_name(stage)));
    say("select.cell 3 4");
    const CellName cell = chosen_cell(dispatcher.state());
    EXPECT_EQ(cell.tensor, stage_tensor(selection(), stage));
    EXPECT_EQ(row_of(cell), 3) << cell.text();
    EXPECT_EQ(column_of(cell), 4) << cell.text();
    EXPECT_EQ(cell.index.size(), stage_site(stage).axes.size());
    if (cell.index.size() == 4) {
      EXPECT_EQ(cell.index[1], 2) << cell.text();
    }
  }
}

TEST_F(CommandsTest, StepsStopAtTheEnds) {
  say("select.stage query");
  say("stage.previous");
  EXPECT_EQ(dispatcher.state().chosen.stage, Stage::Query);
  for (int i = 0; i < 20; ++i) say("stage.next");
  EXPECT_EQ(dispatcher.state().chosen.stage, Stage::Output);
  for (int i = 0; i < 20; ++i) say("head.next");
  EXPECT_EQ(selection().head, 3);
  for (int i = 0; i < 20; ++i) say("layer.next");
  EXPECT_EQ(selection().layer, 1);
  for (int i = 0; i < 20; ++i) say("query.next");
  EXPECT_EQ(selection().query, 6);
}

TEST_F(CommandsTest, ErrorsSayWhatIsAllowedAndChangeNothing) {
  const AppState before = dispatcher.state();
  EXPECT_EQ(refusal("select.head 4"), "command select.head 4: 4 is not from 0 to 3");
  EXPECT_EQ(refusal("select.head"), "command select.head: use select.head N");
  EXPECT_NE(refusal("select.hed 1").find("did you mean select.head"), std::string::npos);
  EXPECT_NE(refusal("select.stage scors").find("scores"), std::string::npos);
  EXPECT_NE(refusal("select.attention cross", kGpt).find("no encoder"), std::string::npos);
  EXPECT_NE(refusal("train.rate -1"), "");
  EXPECT_NE(refusal("train.rate nan"), "");
  EXPECT_NE(refusal("undo"), "");
  EXPECT_EQ(dispatcher.state(), before);
  EXPECT_TRUE(actions.calls.empty());
}

TEST_F(CommandsTest, TheLayoutIsResetAndNothingElse) {
  for (const char* line : {"panel map off", "panel.size bottom 46", "panel.size beside 300", "stage.alone on",
                           "present on", "panel.only map", "panel edits on", "theme light", "text_size 130"})
    say(line);
  say("layout.reset");
  Screen wanted;
  wanted.dark = false;
  wanted.text_percent = 130;
  wanted.dark_follows = wanted.text_follows = false;
  EXPECT_TRUE(dispatcher.screen() == wanted);
}

TEST_F(CommandsTest, TypingIsUndoneAsOne) {
  for (const char* text : {"t", "th", "the"}) dispatcher.apply({"text.source", {text}}, kTranslate);
  say("undo");
  EXPECT_EQ(dispatcher.state().source, "");
  for (const char* text : {"a", "an"}) dispatcher.apply({"text.source", {text}}, kTranslate);
  say("select.head 1");
  dispatcher.apply({"text.source", {"and"}}, kTranslate);
  say("undo");
  EXPECT_EQ(dispatcher.state().source, "an");
}

TEST_F(CommandsTest, AnswersFollowTheSource) {
  say("text.target le chat");
  EXPECT_FALSE(dispatcher.state().generate_target);
  say("text.source the dog");
  EXPECT_TRUE(dispatcher.state().generate_target);
}

TEST_F(CommandsTest, AnAnswerComesBackWithItsSource) {
  say("text.source the dog");
  say("text.target le chien");
  say("text.source the do");
  EXPECT_TRUE(dispatcher.state().generate_target);
  say("text.source the dog");
  EXPECT_FALSE(dispatcher.state().generate_target) << "as Esc leaves it";
  EXPECT_EQ(dispatcher.state().target, "le chien");
  say("text.generate on");
  say("text.source the d");
  say("text.source the dog");
  EXPECT_TRUE(dispatcher.state().generate_target) << "nobody said that it is right";
}

TEST_F(CommandsTest, ExamplesBringTheirAnswers) {
  const std::vector<Example> examples = {{"the dog", "good", {}}, {"the cat", "bad", {}}};
  const ModelConfig reviews = find_preset("sentiment").model;
  Limits limits = kTranslate;
  limits.config = &reviews;
  limits.examples = examples;
  say("text.example 1", limits);
  EXPECT_EQ(dispatcher.state().source, "the cat");
  EXPECT_EQ(dispatcher.state().target, "bad");
  EXPECT_FALSE(dispatcher.state().generate_target);
  say("text.source the do", limits);
  EXPECT_TRUE(dispatcher.state().generate_target) << "nobody knows";
  say("text.source the dog", limits);
  EXPECT_FALSE(dispatcher.state().generate_target);
  EXPECT_EQ(dispatcher.state().target, "good") << "a known one";
  EXPECT_NE(refusal("text.example 2", limits), "");
  EXPECT_NE(refusal("text.example 0", kTranslate), "");
}

TEST_F(CommandsTest, InspectingFollowsAndComesBack) {
  say("select.stage scores");
  say("inspect decoder.layers.0.self_attention.query 0,0,1,2");
  say("inspect source.embedding.weight 7,3");
  EXPECT_EQ(inspected_cell(dispatcher.state()).text(), "source.embedding.weight[7,3]");
  say("inspect.back");
  EXPECT_EQ(inspected_cell(dispatcher.state()).text(), "decoder.layers.0.self_attention.query[0,0,1,2]");
  say("select.head 1");
  EXPECT_EQ(inspected_cell(dispatcher.state()).text(), "decoder.layers.0.self_attention.scores[0,1,0,0]");
}

TEST_F(CommandsTest, SelectionsStayInsideASmallerModel) {
  say("select.attention cross");
  say("select.head 3");
  say("select.query 6");
  dispatcher.clamp(kGpt);
  EXPECT_EQ(selection().attention, AttentionKind::DecoderSelf);
  EXPECT_EQ(selection().head, 1);
}

TEST_F(CommandsTest, OutsideActionsAreCalled) {
  for (const char* line : {"preset reverse", "open my tale.txt", "pictures.open my pets", "train.on a b",
                           "train.further tale.txt decoder.norm.*", "train.step", "train.step 20",
                           "train.toggle", "model.save out", "window.save a.png", "quit"}) {
    say(line);
  }
  EXPECT_EQ(actions.calls,
            (std::vector<std::string>{"preset reverse", "open my tale.txt", "pictures my pets",
                                      "train on a b", "train further tale.txt decoder.norm.*", "step 1",
                                      "step 20", "toggle", "save out", "picture a.png", "quit"}));
}

TEST_F(CommandsTest, TheUsageOfExperimentNamesEveryOne) {
  const auto found =
      std::ranges::find(Dispatcher::commands(), std::string_view("experiment"), &CommandInfo::verb);
  ASSERT_NE(found, Dispatcher::commands().end());
  EXPECT_EQ(found->arguments, "norm|scaling|positions|position_kinds|heads|cells|alignment [SIDE_BY_SIDE]");
  const std::string usage = "|" + std::string(found->arguments.substr(0, found->arguments.find(' '))) + "|";
  for (const VariantKind& kind : variant_kinds())
    EXPECT_NE(usage.find("|" + std::string(kind.name) + "|"), std::string::npos) << kind.name;
}

TEST_F(CommandsTest, ASweepIsReadBeforeAnythingIsDone) {
  say("sweep heads=1,2 training.steps=50 seeds=3 at_once=2");
  for (const char* line : {"sweep.stop", "sweep.go_on", "sweep.close"}) say(line);
  const std::vector<std::string> done{"sweep heads=1,2 training.steps=50 seeds=3 at_once=2", "stop sweep",
                                      "go on with sweep", "close sweep"};
  EXPECT_EQ(actions.calls, done);
  EXPECT_EQ(refusal("sweep"), "a sweep needs an option with its values, such as heads=1,2,4");
  EXPECT_EQ(refusal("sweep heads"), "heads does not have values: write key=value,value,…");
  EXPECT_EQ(refusal("sweep heads=1,2 seeds=many"),
            "seeds=many: write seeds=N, where N is a whole number from 1 to 1000");
  EXPECT_EQ(actions.calls, done) << "a refused command did something";
}

TEST_F(CommandsTest, EveryCommandHasHelp) {
  EXPECT_GT(Dispatcher::commands().size(), 30u);
  for (const CommandInfo& info : Dispatcher::commands()) EXPECT_FALSE(info.help.empty()) << info.verb;
}

struct ShownTensorTest : CommandsTest {
  const Limits with_trace = [] {
    Limits limits = kTranslate;
    limits.trace = &translation();
    return limits;
  }();
  void say_traced(const std::string& line) { say(line, with_trace); }
  CellName shown() const { return dispatcher.state().chosen.shown.value_or(CellName{}); }
};

TEST_F(ShownTensorTest, ComesOnTheStageWithTheSelectedTokenAndStaysWithinItsShape) {
  say_traced("select.query 2");
  say_traced("select.tensor encoder.layers.0.feed_forward.hidden");
  EXPECT_EQ(shown().text(), "encoder.layers.0.feed_forward.hidden[0,2,0]");
  EXPECT_EQ(inspected_cell(dispatcher.state()), shown());
  say_traced("select.tensor source.embedding 0,99,7");
  EXPECT_EQ(shown().text(), "source.embedding[0,3,7]");
  EXPECT_NE(refusal("select.tensor no.such", with_trace), "");
  EXPECT_NE(refusal("select.tensor source.embedding 1,2", with_trace), "");
  EXPECT_NE(refusal("select.tensor source.embedding"), "");  // no trace yet
  EXPECT_EQ(shown().text(), "source.embedding[0,3,7]");
}

TEST_F(ShownTensorTest, KeysWalkThroughTensorsLayersAndTokens) {
  say_traced("select.tensor encoder.layers.0.feed_forward.hidden 0,1,5");
  say_traced("stage.next");
  EXPECT_EQ(shown().text(), "encoder.layers.0.feed_forward.activated[0,1,5]");
  say_traced("layer.next");
  EXPECT_EQ(shown().text(), "encoder.layers.1.feed_forward.activated[0,1,5]");
  say_traced("query.next");
  say_traced("query.next");
  say_traced("query.next");
  EXPECT_EQ(shown().text(), "encoder.layers.1.feed_forward.activated[0,3,5]");
  say_traced("select.query 0");
  EXPECT_EQ(shown().text(), "encoder.layers.1.feed_forward.activated[0,0,5]");
}

TEST_F(ShownTensorTest, HeadsAreWalkedWhereThereAreSome) {
  say_traced("select.tensor encoder.layers.0.self_attention.query 0,0,1,2");
  say_traced("head.next");
  EXPECT_EQ(shown().text(), "encoder.layers.0.self_attention.query[0,1,1,2]");
  say_traced("select.tensor source.embedding 0,1,2");
  say_traced("head.next");
  EXPECT_EQ(shown().text(), "source.embedding[0,1,2]");
}

TEST_F(ShownTensorTest, ItsHeadIsTheSelectedOne) {
  say_traced("select.tensor encoder.layers.0.self_attention.query 0,2,0,1");
  EXPECT_EQ(dispatcher.state().selection.head, 2);
}

TEST_F(ShownTensorTest, TheWalkGoesFromTheTokensToTheLossAndBack) {
  const auto on_stage_now = [&] { return chosen_cell(dispatcher.state()).tensor; };
  say_traced("walk.to first");
  EXPECT_EQ(shown().tensor, "source.embedding");
  EXPECT_TRUE(dispatcher.state().choices.of<StepsChoice>().ids);
  say_traced("stage.previous");
  EXPECT_TRUE(dispatcher.state().choices.of<StepsChoice>().ids);
  say_traced("stage.next");
  EXPECT_FALSE(dispatcher.state().choices.of<StepsChoice>().ids);
  for (const char* name : {"source.positions", "source.input", "encoder.layers.0.self_attention.query"}) {
    say_traced("stage.next");
    EXPECT_EQ(on_stage_now(), name);
  }
  EXPECT_EQ(shown().tensor, "");
  say_traced("walk.part.next");
  EXPECT_EQ(on_stage_now(), "encoder.layers.0.attention_residual");
  say_traced("walk.part.previous");
  EXPECT_EQ(on_stage_now(), "encoder.layers.0.self_attention.query");
  say_traced("stage.next");
  say_traced("walk.part.previous");
  EXPECT_EQ(on_stage_now(), "encoder.layers.0.self_attention.query");
  say_traced("walk.to loss");
  EXPECT_EQ(on_stage_now(), "loss.per_token");
  say_traced("stage.next");
  EXPECT_EQ(on_stage_now(), "loss.per_token.grad");
  say_traced("walk.to decoder.layers.1.cross_attention.weights.grad");
  say_traced("head.next");
  say_traced("stage.next");
  EXPECT_EQ(shown().text(), "decoder.layers.1.cross_attention.masked.grad[0,1,0,0]");
  say_traced("layer.previous");
  EXPECT_EQ(on_stage_now(), "decoder.layers.0.cross_attention.masked.grad");
  say_traced("walk.to last");
  EXPECT_EQ(on_stage_now(), "source.embedding.weight.grad");
  say_traced("stage.next");
  EXPECT_EQ(on_stage_now(), "source.embedding.weight.grad");
  say_traced("walk.to 5");
  EXPECT_EQ(on_stage_now(), "encoder.layers.0.self_attention.query");
  say_traced("select.tensor encoder.layers.0.feed_forward.expand.weight 1,2");
  say_traced("stage.next");
  EXPECT_EQ(on_stage_now(), "encoder.layers.0.feed_forward.hidden");
  EXPECT_NE(refusal("walk.to 0", with_trace), "");
  EXPECT_NE(refusal("walk.to 9999", with_trace), "");
  EXPECT_NE(refusal("walk.to no.such", with_trace), "");
  EXPECT_NE(refusal("select.tensor source.positions.grad", with_trace), "");
  EXPECT_NE(refusal("walk.to first"), "");  // no trace yet
}

TEST_F(CommandsTest, TheWalkHasAPaceAndARange) {
  const Screen& screen = dispatcher.screen();
  say("walk.pace faster");
  EXPECT_EQ(screen.walk_pace, 2);
  for (int i = 0; i < 5; ++i) say("walk.pace faster");
  EXPECT_EQ(screen.walk_pace, 4);
  for (int i = 0; i < 9; ++i) say("walk.pace slower");
  EXPECT_EQ(screen.walk_pace, 0.5);
  say("walk.pace 1.5");
  EXPECT_EQ(screen.walk_pace, 1.5);
  EXPECT_NE(refusal("walk.pace 9"), "");
  say("walk.range forward");
  EXPECT_EQ(screen.walk_range, "forward");
  EXPECT_NE(refusal("walk.range upward"), "");
  for (const WalkRange& range : walk_ranges()) {
    say("walk.range " + std::string(range.name));
    EXPECT_EQ(&walk_range(screen.walk_range), &range);
  }
  EXPECT_EQ(&next_range(walk_ranges().back()), &walk_ranges().front());
  say("walk.play toggle");
  EXPECT_EQ(screen.plays, &find_feature("steps"));
  say("tiles.play on");
  EXPECT_EQ(screen.plays, &find_feature("tiles")) << "both would move the selection";
  say("walk.play off");
  EXPECT_EQ(screen.plays, &find_feature("tiles")) << "it is not the walk that plays";
  say("walk.play on");
  EXPECT_EQ(screen.plays, &find_feature("steps"));
  say("walk.play off");
  EXPECT_EQ(screen.plays, nullptr);
  say("walk.play on");
  EXPECT_NE(refusal("undo"), "");
}

TEST_F(ShownTensorTest, ChoosingAnAttentionPutsItBack) {
  say_traced("select.stage value");
  say_traced("select.tensor source.embedding");
  EXPECT_EQ(dispatcher.state().chosen.stage, Stage::Value) << "it comes back after the tensor";
  say_traced("select.layer 1");
  EXPECT_EQ(chosen_cell(dispatcher.state()).tensor, "decoder.layers.1.self_attention.value");
  say_traced("select.tensor source.embedding");
  EXPECT_TRUE(dispatcher.state().chosen.shows("source.embedding"));
  say_traced("select.stage scores");
  EXPECT_EQ(shown().tensor, "");
  say_traced("history.back");
  EXPECT_EQ(shown().tensor, "source.embedding");
  Limits none = with_trace;
  none.has_attention = false;
  say("select.stage key", none);
  EXPECT_EQ(shown().tensor, "source.embedding");
}

}  // namespace
}  // namespace attnlab
