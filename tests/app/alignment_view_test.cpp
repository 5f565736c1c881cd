// The view Alignment: its selected place, shared with the stage; another alignment to try; what is drawn.
#include <gtest/gtest.h>

#include "app/features/alignment/choice.h"
#include "app/figure/save.h"
#include "app/figure/svg_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct AlignmentView : LabTest {
  void show(const std::string& preset) {
    open(preset);
    say_and_settle("view alignment");
    say_and_settle("text.source the red house");
    say_and_settle("text.target la maison rouge");
  }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(AlignmentView, ThePlaceIsThatOfTheStage) {
  show("seq2seq-attention");
  say("alignment.at 1 2");
  EXPECT_EQ(ask("cell"), "alignment.weights[0,1,2]");
  say("alignment.next");
  say("alignment.state.previous");
  EXPECT_EQ(ask("alignment.at"), "2 1");
  EXPECT_EQ(ask("cell"), "alignment.weights[0,2,1]");
  say("select.tensor alignment.context 0,1,5");
  EXPECT_EQ(ask("alignment.at"), "1 1") << "a context has a position, and no encoder state";
  say("alignment.next");
  EXPECT_EQ(ask("cell"), "alignment.context[0,2,5]") << "the tensor stays";
  say("alignment.state.next");
  EXPECT_EQ(ask("cell"), "alignment.weights[0,2,2]") << "a context is not about one encoder state";
  say("select.tensor encoder.layers.0.output 0,3,0");
  EXPECT_EQ(ask("alignment.at"), "2 3");
}

TEST_F(AlignmentView, ThePlaceStaysWithinThePass) {
  show("seq2seq-attention");
  say("alignment.at 0 0");
  say("alignment.previous");
  say("alignment.state.previous");
  EXPECT_EQ(ask("alignment.at"), "0 0");
  for (int i = 0; i < 9; ++i) say("alignment.next");
  EXPECT_EQ(ask("alignment.at"), "3 0");
  say("history.back");
  EXPECT_EQ(ask("alignment.at"), "0 0") << "a row of steps is one place";
  EXPECT_NE(refusal("alignment.at 4 0"), "");
  EXPECT_NE(refusal("alignment.at 0 4"), "");
}

TEST_F(AlignmentView, WithoutAttentionTheDecodersStatesAreShown) {
  show("seq2seq");
  say("alignment.at 2 1");
  EXPECT_EQ(ask("cell"), "decoder.layers.0.hidden[0,2,0]");
  EXPECT_EQ(ask("alignment.at"), "2 1");
}

TEST_F(AlignmentView, AnotherAlignmentIsADraft) {
  show("seq2seq-attention");
  say("alignment.kind general");
  EXPECT_EQ(ask("draft"), "alignment=general");
  say("alignment.kind dot");
  EXPECT_EQ(ask("draft"), "alignment=dot bidirectional=false") << "dot needs equal widths";
  say("alignment.kind concat");
  EXPECT_EQ(ask("draft"), "alignment=concat");
  say("undo");
  EXPECT_EQ(ask("draft"), "alignment=dot bidirectional=false");
  say("alignment.kind additive");
  EXPECT_EQ(ask("draft"), "");
  say("model.set bidirectional false");
  say("alignment.kind general");
  expect_has(ask("draft"), "bidirectional=false");
  say_and_settle("model.retrain");
  EXPECT_EQ(lab->view().trace->config().alignment, "general");
  EXPECT_EQ(ask("view"), "alignment");
}

TEST_F(AlignmentView, PlaysByACommandAndNotBesideTheWalk) {
  show("seq2seq-attention");
  say("alignment.play on");
  EXPECT_EQ(ask("aligning"), "yes");
  say("walk.play on");
  EXPECT_EQ(ask("aligning"), "no") << "both would move the selection";
  say("alignment.play toggle");
  EXPECT_EQ(ask("aligning"), "yes");
  EXPECT_EQ(ask("walking"), "no");
}

TEST_F(AlignmentView, OtherModelsHaveNone) {
  open("lstm");
  expect_has(refusal("view alignment"), "it is not a recurrent encoder–decoder");
  for (const char* command : {"alignment.next", "alignment.at 0 0", "alignment.kind dot"})
    expect_has(refusal(command), "it is not a recurrent encoder–decoder");
  EXPECT_EQ(ask("alignment.at"), "none");
}

TEST_F(AlignmentView, FiguresSayWhatIsTrue) {
  show("seq2seq-attention");
  say("alignment.at 1 0");
  const ViewModel view = lab->view();
  const AlignedPass pass = aligned_pass(*view.trace);
  std::string drawn = figure();
  expect_has(drawn, "Bahdanau et al. 2015");
  expect_has(drawn, "Position 2: after");
  expect_has(drawn, svg_escaped(view.trace->source_pieces[static_cast<std::size_t>(pass.strongest(1))].text));
  say("choose alignment.part fixed");
  expect_has(figure(), "64 numbers");
  show("seq2seq");
  say("choose alignment.part figure");
  expect_has(figure(), "all that is passed on: 64 numbers");
  say("choose alignment.part map");
  expect_has(figure(), "there is no map of weights");
}

TEST_F(AlignmentView, AccuracyByLengthIsMeasuredInTheBackground) {
  show("seq2seq-attention");
  EXPECT_EQ(ask("alignment.right none 1"), "none");
  for (const char* line : {"choose alignment.part length", "choose alignment.task copy",
                           "choose alignment.width 8", "choose alignment.steps 20"})
    say_and_settle(line);
  EXPECT_EQ(lab->view().analyses->of<LengthExperiment>(), nullptr) << "nobody asked";
  say_and_settle("choose alignment.experiment on");
  const auto found = lab->view().analyses->of<LengthExperiment>();
  ASSERT_TRUE(found) << lab->view().analyses->error<LengthExperiment>();
  EXPECT_TRUE(found->finished);
  for (const LengthRun& run : found->runs) {
    const Counts& longest = run.counts.back().back();
    EXPECT_EQ(ask("alignment.right " + std::string(run.alignment->name) + " 5"),
              std::to_string(longest.right_rows) + " of " + std::to_string(longest.rows));
  }
  expect_has(figure(), "17–20");
  say_and_settle("choose alignment.experiment off");
  EXPECT_EQ(lab->view().analyses->of<LengthExperiment>(), nullptr);
}

}  // namespace
}  // namespace attnlab
