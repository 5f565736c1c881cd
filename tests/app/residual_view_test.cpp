// The view Residual stream: what is chosen in it, how commands move, and what is worked out for its parts.
#include <gtest/gtest.h>

#include "app/features/residual/choice.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct ResidualStreamView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view residual");
    say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  const ResidualResults& results() const { return *lab->view().analyses->of<ResidualResults>(); }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(ResidualStreamView, CommandsMoveOverStatesAndTokens) {
  show("induction", "abcab");
  const Index states = static_cast<Index>(results().pass->states.size());
  say("residual.look 1 3");
  EXPECT_EQ(ask("residual.at"), "1 3");
  EXPECT_EQ(ask("tensor"), "decoder.layers.0.attention_residual");
  say("residual.at next");
  say("residual.after next");
  EXPECT_EQ(ask("residual.at"), "2 4");
  for (int i = 0; i < 9; ++i) say("residual.at next");
  EXPECT_EQ(ask("residual.at"), "2 4") << "there are five tokens";
  say("residual.after 0");
  EXPECT_EQ(ask("tensor"), "target.embedding") << "rotary positions are not added";
  say("residual.after previous");
  EXPECT_EQ(ask("residual.at"), "0 4");
  say("residual.at 1");
  EXPECT_EQ(ask("residual.at"), "0 1");
  say("history.back");
  EXPECT_EQ(ask("residual.at"), "0 4");
  expect_has(refusal("residual.after " + std::to_string(states)), "is not from 0 to");
  expect_has(refusal("residual.look 0 5"), "5 is not from 0 to 4");
}

TEST_F(ResidualStreamView, FollowsTheSelectionOfOtherViews) {
  show("translate", "the black cat");
  say_and_settle("text.target le chat noir");
  say("select.attention cross 1 2");
  say("select.query 2");
  EXPECT_EQ(ask("residual.at"), "6 2") << "the last state, at the query's token";
  say("select.tensor decoder.layers.0.cross_attention.output 0,1,3");
  EXPECT_EQ(ask("residual.at"), "2 1");
  say("residual.after next");
  EXPECT_EQ(ask("cell"), "decoder.layers.0.feed_forward_norm.output[0,1,3]") << "norms follow the sums";
  say("select.tensor encoder.layers.0.self_attention.output 0,2,3");
  EXPECT_EQ(ask("residual.at"), "3 1") << "the encoder's tokens are not of this stream";
}

TEST_F(ResidualStreamView, ModelsWithoutAStreamRefuse) {
  open("lstm");
  expect_has(refusal("view residual"), "its layers replace their state instead of adding to a stream");
  expect_has(refusal("residual.at 0"), "this model does not have a residual stream");
  EXPECT_EQ(ask("residual.at"), "none");
  open("word-vectors");
  expect_has(refusal("view residual"), "it does not have layers that add to a stream");
}

TEST_F(ResidualStreamView, TheLastStateSaysWhatTheModelSays) {
  show("induction", "abcab");
  say("residual.look " + std::to_string(results().pass->states.size() - 1) + " 3");
  const TraceTensor& said = lab->view().trace->at("output.probabilities");
  const auto words = static_cast<std::size_t>(said.shape.last());
  const auto row = said.value.subspan(3 * words, words);
  const auto best = static_cast<TokenId>(std::ranges::max_element(row) - row.begin());
  EXPECT_EQ(ask("residual.says"), lab->view().vocabularies->target.entry(best));
}

TEST_F(ResidualStreamView, PastStepsGiveACourse) {
  show("reverse", "abc");
  EXPECT_EQ(ask("residual.steps"), "1");
  say_and_settle("train.step 6");
  say_and_settle("text.target cba");
  EXPECT_GE(std::stoi(ask("residual.steps")), 2);
  for (const AtStep<Lens>& at : results().course) EXPECT_EQ(at.value->rows.size(), 7u);
  const std::string steps = ask("residual.steps");
  say_and_settle("choose residual.part sizes");
  EXPECT_EQ(ask("residual.steps"), steps);
  say_and_settle("choose residual.part words");
  say_and_settle("timeline.to 0");
  EXPECT_EQ(results().pass->trace->step(), 0) << "the view rewinds";
}

TEST_F(ResidualStreamView, EditsTakePartAndThoseBehindTheStreamAreNamed) {
  show("induction", "abcab");
  say("residual.look 4 3");
  say_and_settle("edit zero decoder.layers.0.self_attention#0");
  EXPECT_FALSE(results().pass->says_otherwise) << "the stream itself is another";
  say_and_settle("edit.clear");
  say_and_settle("edit output.logits[0,3,2]=90");
  EXPECT_TRUE(results().pass->says_otherwise);
  expect_has(figure(), "differs");
}

TEST_F(ResidualStreamView, FiguresHaveEachPart) {
  show("translate", "the black cat");
  say_and_settle("text.target le chat noir");
  expect_has(figure(), "0 cross-attention");
  expect_has(figure(), "probability of the predicted token");
  say_and_settle("choose residual.colour rank");
  expect_has(figure(), "rank of the correct token");
  say_and_settle("choose residual.part sizes");
  expect_has(figure(), "‖f(x)‖");
  say_and_settle("choose residual.part directions");
  expect_has(figure(), "Cosines between sublayer outputs");
}

TEST_F(ResidualStreamView, AClassHasOneColumn) {
  open("sentiment");
  say_and_settle("view residual");
  say_and_settle("text.example 0");
  ASSERT_TRUE(results().pass);
  EXPECT_TRUE(results().pass->lens.pooled);
  EXPECT_EQ(results().pass->lens.columns(), 1);
  say("residual.at 2");
  EXPECT_NE(ask("residual.says"), "none");
  expect_has(figure(), "pooled");
  expect_has(figure(), "probability of the predicted class");
}

}  // namespace
}  // namespace attnlab
