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

}  // namespace
}  // namespace attnlab
