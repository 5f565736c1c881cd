// Two models: the other run is chosen by commands, read, compared, follows the text, and errors are one line.
#include <gtest/gtest.h>

#include "app/features/landscape/choice.h"
#include "app/features/models/choice.h"
#include "core/analysis/held_out_experts.h"
#include "tests/app/commands_fixture.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

struct ModelsView : LabTest {
  ModelsView() {
    open();
    say_and_settle("train.step 3");
    saved = (folder / "saved").string();
    say_and_settle("model.save " + saved);
    say_and_settle("train.step 2");
  }
  const ModelResults& results() const { return *lab->view().analyses->of<ModelResults>(); }

  testing::TempFolder folder;
  std::string saved;
};

TEST_F(ModelsView, ASavedRunReadsTheText) {
  say_and_settle("models.load " + saved);
  EXPECT_EQ(lab->view().state.view, &models::kFeature) << "so that the run is seen";
  ASSERT_TRUE(results().compared) << results().error;
  EXPECT_EQ(results().other->title, "saved");
  EXPECT_EQ(results().other->beside.snapshot->step, 3);
  EXPECT_EQ(results().other->record.steps.size(), 3u);
  const TwoModels& two = *results().compared;
  EXPECT_TRUE(two.relation.same_shape);
  EXPECT_EQ(two.mine->step(), 5);
  ASSERT_TRUE(two.other);
  EXPECT_EQ(two.other->batch().source, two.mine->batch().source);
  EXPECT_EQ(two.other->batch().target, two.mine->batch().target) << "a generated target is that of both";
  say_and_settle("text.source abc");
  EXPECT_EQ(results().compared->mine, lab->view().trace) << "it follows the text";
  EXPECT_EQ(results().compared->other->batch().source, lab->view().trace->batch().source);
  say_and_settle("timeline.to 3");
  for (const AlignedTensor& tensor : results().compared->parameters.tensors)
    EXPECT_EQ(tensor.distance.difference, 0) << tensor.name << " of the step that was saved";
}

TEST_F(ModelsView, EditsAreOfTheRunOnScreen) {
  say_and_settle("models.load " + saved);
  say_and_settle("edit zero decoder.layers.0.cross_attention#0");
  EXPECT_FALSE(results().compared->mine->edits.empty());
  EXPECT_TRUE(results().compared->other->edits.empty());
}

TEST_F(ModelsView, AnotherOpenRunStandsBeside) {
  say_and_settle("branch");
  say_and_settle("train.pause");
  say_and_settle("models.run 1");
  ASSERT_TRUE(results().compared) << results().error;
  EXPECT_EQ(results().other->beside.snapshot->step, 5);
  say_and_settle("models.run 7");
  EXPECT_EQ(results().error, "run 7 is not open");
  EXPECT_FALSE(results().other);
  say_and_settle("models.run 2");
  EXPECT_EQ(results().error, "run 2 is on screen: choose another");
}

TEST_F(ModelsView, WhatIsNoRunIsRefusedInOneLine) {
  EXPECT_EQ(refusal("models.load " + (folder / "nowhere").string()),
            "there is no saved run in '" + (folder / "nowhere").string() + "'");
  testing::write_bytes(folder / "saved/model.safetensors", "broken");
  say_and_settle("models.load " + saved);
  EXPECT_FALSE(results().other);
  EXPECT_FALSE(results().error.empty());
  EXPECT_EQ(results().error.find('\n'), std::string::npos) << results().error;
  say_and_settle("models.none");
  EXPECT_FALSE(lab->view().state.choices.of<ModelsChoice>().has_other());
  say_and_settle("history.back");
  EXPECT_EQ(lab->view().state.choices.of<ModelsChoice>().folder, saved);
}

struct LandscapeView : LabTest {
  LandscapeView() {
    open();
    say_and_settle("choose landscape.size 9");
  }
  const LandscapeResults& results() const { return *lab->view().analyses->of<LandscapeResults>(); }
};

TEST_F(LandscapeView, IsMeasuredOnTheStage) {
  say_and_settle("train.step 4");
  say_and_settle("view landscape");
  ASSERT_TRUE(results().landscape) << results().error;
  const std::shared_ptr<const LossLandscape> first = results().landscape;
  EXPECT_TRUE(first->finished);
  EXPECT_EQ(first->path.back().step, 4);
  EXPECT_FALSE(results().measuring);
  say_and_settle("choose landscape.log on");
  EXPECT_EQ(results().landscape, first) << "how it is drawn changes nothing";
  say_and_settle("train.step 1");
  EXPECT_EQ(results().landscape->path.back().step, 5);
}

TEST_F(LandscapeView, NeedsAPathOrRandomDirections) {
  say_and_settle("view landscape");
  EXPECT_FALSE(results().landscape);
  EXPECT_NE(results().error.find("at least three stored states"), std::string::npos) << results().error;
  say_and_settle("choose landscape.plane random");
  EXPECT_EQ(results().error, "");
  EXPECT_TRUE(results().landscape->finished);
}

TEST_F(LandscapeView, StopsAndBeginsAgain) {
  say_and_settle("train.step 4");
  say("landscape.stop");
  say_and_settle("view landscape");
  EXPECT_FALSE(results().landscape) << "nothing is measured while it is off";
  say_and_settle("landscape.measure");
  EXPECT_TRUE(results().landscape->finished);
}

/// Options of model and task may change while a model learns; the whole plane is of the newest state.
TEST_F(LandscapeView, WeighsAndDrawsAsTheNewestStateDoes) {
  open("superposition");
  for (const char* command : {"choose landscape.size 9", "train.step 4", "train.set importance 0.5",
                              "train.set sparsity 0.5", "train.step 1", "view landscape"})
    say_and_settle(command);
  Preset preset = find_preset("superposition");
  for (const char* option : {"importance=0.5", "sparsity=0.5"}) set_option(preset, option);
  const Experiment now = make_experiment(preset);
  const std::vector<Batch> batches = held_out_batches(*now.model, *now.task, kLandscapePositions);
  const std::span<const Real> weights = lab->view().trace->snapshot()->weights;
  EXPECT_NEAR(results().landscape->path.back().loss, mean_loss_of(*now.model, weights, batches), 1e-9);
}

struct LandscapeCommands : CommandsTest {};

TEST_F(LandscapeCommands, HillsAreTurned) {
  const auto choice = [&] { return dispatcher.state().choices.of<LandscapeChoice>(); };
  say("landscape.turn left");
  EXPECT_EQ(choice().turn, 15);
  say("landscape.turn left");
  say("landscape.turn left");
  EXPECT_EQ(choice().turn, 345) << "round";
  for (int i = 0; i < 30; ++i) say("landscape.turn up");
  EXPECT_EQ(choice().tilt, 90);
  EXPECT_NE(refusal("landscape.turn round"), "");
}

}  // namespace
}  // namespace attnlab
