// The view Neurons: units are selected and taken out, and what is worked out follows the network on the
// stage.
#include <gtest/gtest.h>

#include "app/features/neurons/choice.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct NeuronsView : LabTest {
  void show(const std::string& preset, const std::string& text) {
    open(preset);
    say_and_settle("view neurons");
    if (preset != "digits") say_and_settle("select.attention decoder_self 0");
    if (!text.empty())
      say_and_settle((has_source(lab->view().format) ? "text.source " : "text.target ") + text);
  }
  const NeuronResults& results() const { return *lab->view().analyses->of<NeuronResults>(); }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(NeuronsView, KeysMoveOverUnits) {
  show("characters", "the owl");
  say("neuron.next");
  say("neuron.next");
  EXPECT_EQ(ask("choice neurons.unit"), "2");
  say("neuron.previous");
  EXPECT_EQ(ask("choice neurons.unit"), "1");
  say_and_settle("select.tensor decoder.layers.1.feed_forward.activated 0,2,5");
  say("neuron.next");
  EXPECT_EQ(ask("cell"), "decoder.layers.1.feed_forward.activated[0,2,2]") << "the shown cell follows";
  say("history.back");
  EXPECT_EQ(ask("cell"), "decoder.layers.1.feed_forward.activated[0,2,5]");
  open("lstm");
  expect_has(refusal("neuron.next"), "no feed-forward networks");
}

TEST_F(NeuronsView, AUnitIsTakenOut) {
  show("characters", "the owl");
  say_and_settle("choose neurons.unit 4");
  say_and_settle("neuron.off on");
  const ViewModel view = lab->view();
  ASSERT_EQ(view.state.edits.size(), 1u);
  EXPECT_EQ(view.state.edits[0], "decoder.layers.0.feed_forward.activated[0,*,4]=0");
  EXPECT_EQ(ask("value decoder.layers.0.feed_forward.activated 0,3,4"), "0");
  say_and_settle("neuron.off toggle");
  EXPECT_TRUE(lab->view().state.edits.empty());
  say_and_settle("undo");
  EXPECT_EQ(lab->view().state.edits.size(), 1u);
}

TEST_F(NeuronsView, WorkFollowsTheNetworkOnTheStage) {
  show("characters", "the owl");
  ASSERT_TRUE(results().held_out.value);
  EXPECT_EQ(results().held_out.value->held_out.place.name(), "decoder.layers.0.feed_forward");
  EXPECT_GE(results().held_out.value->held_out.positions(), kReadByUnits);
  EXPECT_EQ(results().text->contributions.words.size(), 7u);
  say_and_settle("layer.next");
  EXPECT_EQ(results().held_out.value->held_out.place.name(), "decoder.layers.1.feed_forward");
  EXPECT_EQ(results().text->place.name(), "decoder.layers.1.feed_forward");
  say_and_settle("choose neurons.answer right");
  EXPECT_TRUE(results().text->right_answer);
  EXPECT_EQ(results().text->contributions.words.back(), -1);
}

TEST_F(NeuronsView, OfAnExpertAreThoseOfTheExpert) {
  show("experts", "\"You are late,\"");
  say_and_settle("choose experts.expert 2");
  EXPECT_EQ(results().held_out.value->held_out.place.name(), "decoder.layers.0.feed_forward.experts.2");
  say_and_settle("neuron.off on");
  expect_has(lab->view().state.edits[0], "decoder.layers.0.feed_forward.experts.2.");
  expect_has(figure(), "expert 2");
}

TEST_F(NeuronsView, FiguresSayWhatTheyShow) {
  show("characters", "the owl");
  expect_has(figure(), "Activations");
  say_and_settle("choose neurons.by contribution");
  expect_has(figure(), "Contributions to the predicted token");
  say_and_settle("choose neurons.by follows");
  expect_has(figure(), "correlation");
  say_and_settle("choose neurons.part examples");
  expect_has(figure(), "Held-out");
  say_and_settle("choose neurons.part words");
  expect_has(figure(), "Promoted tokens");
  say_and_settle("choose neurons.part weights");
  expect_has(figure(), "Weights of unit 0");
}

TEST_F(NeuronsView, TheEncoderSaysWhyItHasNoContributions) {
  show("translate", "the cat");
  say_and_settle("select.attention encoder_self 0");
  EXPECT_NE(results().text->no_way, "");
  say_and_settle("choose neurons.by contribution");
  expect_has(figure(), "cross-attention");
  say_and_settle("choose neurons.part words");
  expect_has(figure(), "does not add to any logit directly");
}

TEST_F(NeuronsView, PicturesMoveUnitsToo) {
  show("digits", "");
  ASSERT_TRUE(results().held_out.value);
  EXPECT_TRUE(results().held_out.value->held_out.examples.front().picture);
  say_and_settle("choose neurons.part examples");
  expect_has(figure(), "The framed patch has the highest");
}

}  // namespace
}  // namespace attnlab
