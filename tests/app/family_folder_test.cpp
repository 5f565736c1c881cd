// A folder of another program in the window: opened, traced, and without training.
#include <gtest/gtest.h>

#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using FamilyInLab = LabTest;

TEST_F(FamilyInLab, IsOpenedWithoutTrainingAndTraced) {
  lab->apply_or_throw({"model.load", {std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/gpt2"}});
  settle();
  EXPECT_EQ(lab->view().title, "gpt2");
  testing::expect_has(lab->view().notice, "opened without training: it has no task");
  ASSERT_TRUE(lab->view().trace);
  say_and_settle("text.target the mill don't");
  EXPECT_EQ(ask("title"), "gpt2");
  ASSERT_TRUE(lab->view().trace);
  EXPECT_TRUE(lab->view().trace->find("decoder.layers.1.self_attention.weights"));
}

/// Stacks of two and of one layer: what is selected in the one may not be in the other.
TEST_F(FamilyInLab, TwoStacksHaveLayersOfTheirOwn) {
  lab->apply_or_throw({"model.load", {std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/marian"}});
  settle();
  ASSERT_TRUE(lab->view().trace);
  EXPECT_FALSE(lab->view().trace->source_pieces.empty());
  EXPECT_EQ(lab->view().state.selection.layer, 0) << "the last that has cross-attention";
  say_and_settle("select.attention encoder_self");
  say_and_settle("select.layer 1");
  EXPECT_EQ(lab->view().state.selection.layer, 1);
  say_and_settle("select.attention cross");
  EXPECT_EQ(lab->view().state.selection.layer, 0);
  EXPECT_TRUE(lab->view().trace->find(stage_tensor(lab->view().state.selection, Stage::Softmax)));
}

}  // namespace
}  // namespace attnlab
