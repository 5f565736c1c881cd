// The view Recurrence: what is selected in it, how keys move, and what is worked out for its parts.
#include <gtest/gtest.h>

#include <cmath>

#include "app/features/recurrence/choice.h"
#include "app/figure/save.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct RecurrenceView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view recurrence");
    say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  RecurrentPlace place() const {
    const ViewModel view = lab->view();
    return recurrent_place(view.state, *view.trace, recurrent_cells(*view.trace));
  }
  const RecurrenceResults& results() const { return *lab->view().analyses->of<RecurrenceResults>(); }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(RecurrenceView, KeysMoveOverTimeAndUnits) {
  show("gru", "The owl");
  say_and_settle("select.tensor recurrent.layers.0.update_gate 0,2,5");
  EXPECT_EQ(place().time, 2);
  EXPECT_EQ(place().unit, 5);
  say("time.next");
  say("unit.previous");
  EXPECT_EQ(ask("cell"), "recurrent.layers.0.update_gate[0,3,4]");
  for (int i = 0; i < 9; ++i) say("time.next");
  EXPECT_EQ(ask("cell"), "recurrent.layers.0.update_gate[0,6,4]") << "there are seven tokens";
  say_and_settle("select.tensor output.logits 0,1,9");
  say("unit.next");
  EXPECT_EQ(ask("cell"), "recurrent.layers.0.hidden[0,1,1]") << "logits have no units";
  say("history.back");
  EXPECT_EQ(ask("tensor"), "output.logits");
  open("induction");
  expect_has(refusal("time.next"), "no recurrent layers");
}

TEST_F(RecurrenceView, ACellIsFoundByItsDirectionAndText) {
  show("seq2seq", "the black cat");
  const auto selected = [&](const std::string& tensor) {
    say_and_settle("select.tensor " + tensor);
    const ViewModel view = lab->view();
    return recurrent_cells(*view.trace)[place().cell].place.name();
  };
  EXPECT_EQ(selected("encoder.layers.0.hidden 0,1,2"), "encoder.layers.0");
  EXPECT_EQ(selected("encoder.layers.0.reverse.reset_gate 0,1,2"), "encoder.layers.0.reverse");
  EXPECT_EQ(selected("source.embedding"), "encoder.layers.0.reverse") << "the last that reads this text";
  EXPECT_EQ(selected("output.logits"), "decoder.layers.0");
  EXPECT_EQ(selected("decoder.layers.0.candidate.recurrent.weight 7,3"), "decoder.layers.0");
  EXPECT_EQ(place().unit, 7);
}

TEST_F(RecurrenceView, TheGradientOfOneTargetIsWorkedOut) {
  show("rnn", "The owl sat");
  say_and_settle("choose recurrence.part back");
  ASSERT_TRUE(results().one_target);
  EXPECT_EQ(results().one_target->target, 9) << "the last target";
  say_and_settle("choose recurrence.target 4");
  EXPECT_EQ(results().one_target->target, 4);
  const std::vector<double>& norms = results().one_target->gradients.front().hidden;
  EXPECT_GT(norms[4], 0);
  EXPECT_EQ(norms[5], 0);
  expect_has(figure(), "target at position 4");
  say_and_settle("choose recurrence.loss whole");
  expect_has(figure(), "L is the loss of the text");
}

TEST_F(RecurrenceView, CellsAreComparedWhereAskedFor) {
  show("brackets-lstm", "([])");
  say_and_settle("text.example 1");
  say_and_settle("choose recurrence.part back");
  EXPECT_EQ(results().comparison, nullptr);
  say_and_settle("choose recurrence.compare on");
  ASSERT_TRUE(results().comparison);
  EXPECT_TRUE(results().comparison->finished);
  ASSERT_EQ(results().comparison->cells.size(), 3u);
  expect_has(figure(), "untrained, initialized");
  say_and_settle("choose recurrence.steps 50");
  EXPECT_EQ(results().comparison->cells.front().step, 50);
  expect_has(figure(), "trained for 50 steps");
}

TEST_F(RecurrenceView, EigenvaluesFollowTheWeights) {
  show("brackets-lstm", "([])");
  say_and_settle("choose recurrence.part eigenvalues");
  const auto first = results().eigenvalues;
  ASSERT_TRUE(first.value);
  EXPECT_EQ(first.value->gates.size(), 4u);
  EXPECT_EQ(first.value->gates[0].values.size(), 32u);
  say_and_settle("train.step 5");
  const auto later = results().eigenvalues;
  EXPECT_EQ(later.step, 5);
  EXPECT_NE(later.value->gates[0].radius(), first.value->gates[0].radius());
  EXPECT_EQ(results().course.size(), 6u) << "of each kept step";
  EXPECT_EQ(results().course.back().value->gates[0].radius(), later.value->gates[0].radius());
  expect_has(figure(), "The spectral radius");
}

TEST_F(RecurrenceView, FiguresNameWhatTheyShow) {
  show("gru", "The \"owl\" sat");
  say_and_settle("select.tensor recurrent.layers.0.hidden 0,2,5");
  const std::string unrolled = figure();
  for (const char* what : {"GRU, 128 units per layer", "many-to-many (aligned)", "kept ", "written "})
    expect_has(unrolled, what);
  say_and_settle("choose recurrence.part states");
  say_and_settle("choose recurrence.order feature");
  say_and_settle("choose recurrence.feature quotes");
  expect_has(figure(), "within quotation marks");
  say_and_settle("choose recurrence.feature depth");
  expect_has(figure(), "never changes");
}

}  // namespace
}  // namespace attnlab
