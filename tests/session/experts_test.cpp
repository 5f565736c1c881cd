// Experts in the Lab: commands that select and leave out an expert, and what is worked out for the view.
#include <gtest/gtest.h>

#include "app/features/experts/choice.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

using testing::expect_has;

const std::string kFirstRouter = "decoder.layers.0.feed_forward.router.",
                  kSecondRouter = "decoder.layers.1.feed_forward.router.";

struct ExpertsInLab : LabTest {
  void SetUp() override {
    open("experts");
    say_and_settle("view experts");
    say_and_settle("select.attention decoder_self 0");
  }
  ViewModel view() const { return lab->view(); }
  const ExpertResults& results() const { return *view().analyses->of<ExpertResults>(); }
};

TEST_F(ExpertsInLab, AreSelectedOneAfterAnother) {
  EXPECT_EQ(ask("choice experts.expert"), "0");
  say("expert.previous");
  EXPECT_EQ(ask("choice experts.expert"), "0");
  for (int i = 0; i < 5; ++i) say("expert.next");
  EXPECT_EQ(ask("choice experts.expert"), "3");
  say("history.back");
  EXPECT_EQ(ask("choice experts.expert"), "0");
}

TEST_F(ExpertsInLab, TheShownCellFollows) {
  say("select.tensor " + kFirstRouter + "probabilities 0,2,1");
  say("choose experts.expert 1");
  say("expert.next");
  EXPECT_EQ(ask("cell"), kFirstRouter + "probabilities[0,2,2]");
  say("select.tensor " + kFirstRouter + "selected 0,2,1");
  say("expert.next");
  EXPECT_EQ(ask("cell"), kFirstRouter + "selected[0,2,1]") << "its columns are no experts";
}

TEST_F(ExpertsInLab, AnExpertIsLeftOutOfTheLayerOnTheStage) {
  say("choose experts.expert 2");
  say_and_settle("expert.off on");
  EXPECT_EQ(view().state.edits, (std::vector<std::string>{"no expert decoder.layers.0.feed_forward#2"}));
  EXPECT_EQ(ask("value " + kFirstRouter + "probabilities 0,0,2"), "0");
  EXPECT_EQ(ask("trace.edited " + kSecondRouter + "probabilities"), "no");
  say_and_settle("expert.off toggle");
  EXPECT_TRUE(view().state.edits.empty());
  say_and_settle("select.tensor " + kSecondRouter + "gates");
  say_and_settle("expert.off toggle");
  EXPECT_EQ(view().state.edits, (std::vector<std::string>{"no expert decoder.layers.1.feed_forward#2"}))
      << "the layer of the tensor on the stage";
  for (const char* expert : {"0", "1"}) {
    say("choose experts.expert " + std::string(expert));
    say_and_settle("expert.off on");
  }
  EXPECT_EQ(view().state.edits.size(), 3u);
}

TEST_F(ExpertsInLab, HeldOutSharesAreThoseOfTheModel) {
  EXPECT_EQ(ask("experts.share 0"), "none") << "nobody has asked";
  say_and_settle("choose experts.part shares");
  const ExpertResults& found = results();
  ASSERT_TRUE(found.has_held_out && found.held_out.value) << found.error;
  EXPECT_EQ(found.held_out.step, 0);
  const Experiment made = make_experiment(find_preset("experts"));
  const HeldOutExperts wanted =
      held_out_experts(*made.model, *made.vocabularies, view().trace->snapshot()->weights,
                       held_out_batches(*made.model, *made.task, kHeldOutPositions));
  double sum = 0;
  for (std::size_t e = 0; e < 4; ++e) {
    const double share = std::stod(ask("experts.share " + std::to_string(e)));
    EXPECT_NEAR(share, wanted.layers[0].counts.shares()[e], 1e-8);
    sum += share;
  }
  EXPECT_NEAR(sum, 1, 1e-7);
  EXPECT_EQ(ask("experts.share 4"), "none");
}

TEST_F(ExpertsInLab, HeldOutSharesFollowTheTimeline) {
  say_and_settle("choose experts.part words");
  say_and_settle("train.step 3");
  EXPECT_EQ(results().held_out.step, 3);
  const auto newest = results().held_out.value;
  say_and_settle("timeline.to 0");
  EXPECT_EQ(results().held_out.step, 0);
  EXPECT_NE(results().held_out.value, newest);
  say_and_settle("timeline.newest");
  EXPECT_EQ(results().held_out.value, newest) << "it is kept";
}

TEST_F(ExpertsInLab, EffectsAreWorkedOutForTheTextAndHeldOut) {
  say_and_settle("choose experts.part without");
  const ExpertResults& found = results();
  EXPECT_EQ(found.error, "");
  ASSERT_TRUE(found.effects && found.held_out_effects.value);
  ASSERT_EQ(found.effects->size(), 8u);
  ASSERT_EQ(found.held_out_effects.value->size(), 8u);
  const ExpertEffect first = found.effects->at(1), later = found.held_out_effects.value->at(1);
  say("choose experts.expert 1");
  say_and_settle("expert.off on");
  EXPECT_NEAR(view().trace->loss(), first.loss, 1e-6);
  EXPECT_EQ(results().effects->at(1).effect, 0) << "it is out already";
  EXPECT_EQ(results().held_out_effects.value->at(1).effect, later.effect) << "of the model, not of the pass";
}

TEST_F(ExpertsInLab, SharesAreRecordedOverTraining) {
  say_and_settle("train.step 2");
  const Record& record = *view().record;
  const Index column = record.column("expert_share.decoder.layers.1.feed_forward#3");
  ASSERT_GE(column, 0);
  ASSERT_GE(record.measurements.size(), 2u);
  for (std::size_t i = 0; i < record.measurements.size(); ++i) {
    const float share = record.measurements[i].values[static_cast<std::size_t>(column)];
    EXPECT_TRUE(share >= 0 && share <= 1) << share;
  }
}

TEST_F(ExpertsInLab, OtherModelsHaveNone) {
  open("reverse");
  EXPECT_EQ(ask("view"), "steps");
  expect_has(refusal("view experts"), "it has no experts");
  for (const char* command : {"expert.next", "expert.off on"})
    EXPECT_EQ(refusal(command), "this model has no experts");
  EXPECT_EQ(ask("experts.share 0"), "none");
}

}  // namespace
}  // namespace attnlab
