// A folder of another program in the window: opened, traced, and without training.
#include <gtest/gtest.h>

#include "app/views/common/predictions.h"
#include "app/views/input_bar/token_fields.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"
#include "tests/support/word_list.h"

namespace attnlab {
namespace {

using FamilyInLab = LabTest;

TEST_F(FamilyInLab, IsOpenedWithoutTrainingAndTraced) {
  lab->apply_or_throw({"model.load", {std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/gpt2"}});
  settle();
  EXPECT_EQ(lab->view().title, "gpt2");
  testing::expect_has(lab->view().notice,
                      "opened without training, because it has no task; open a text file");
  ASSERT_TRUE(lab->view().trace);
  say_and_settle("text.target the mill don't");
  EXPECT_EQ(ask("title"), "gpt2");
  ASSERT_TRUE(lab->view().trace);
  EXPECT_TRUE(lab->view().trace->find("decoder.layers.1.self_attention.weights"));
}

/// BERT with a list of words: the bar says how a token is hidden and where a second text begins.
TEST_F(FamilyInLab, ATextThatHidesATokenIsHintedAt) {
  const testing::TempFolder folder;
  std::filesystem::copy(ATTNLAB_SOURCE_DIR "/tests/golden/families/bert", folder / "bert");
  testing::write_words(folder / "bert");
  lab->apply_or_throw({"model.load", {(folder / "bert").string()}});
  settle();
  ASSERT_TRUE(lab->view().trace) << lab->view().notice;
  testing::expect_has(lab->view().state.source, "[MASK]");
  EXPECT_FALSE(has_task(lab->view()));
  const auto hint = [&](const std::string& text) {
    say_and_settle("text.source " + text);
    return text_hint(lab->view(), TextSide::Source);
  };
  const std::string hides = "[MASK] stands for a masked token.",
                    pairs = "The second text of a pair begins after [SEP].";
  EXPECT_EQ(hint("the mill"), hides + " " + pairs);
  EXPECT_EQ(hint("the [MASK]"), pairs);
  EXPECT_EQ(hint("the [SEP] mill"), hides);
  EXPECT_EQ(text_hint(lab->view(), TextSide::Target), "");
}

/// A model of pictures without its task has some to look at, in its own size and colours.
TEST_F(FamilyInLab, AViTHasPicturesToLookAt) {
  for (const char* family : {"vit", "vit_grey"}) {
    lab->apply_or_throw(
        {"model.load", {std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/" + family}});
    settle();
    const ViewModel view = lab->view();
    EXPECT_EQ(view.trace_error, "");
    ASSERT_TRUE(view.trace) << view.notice;
    ASSERT_GT(view.pictures->size(), 1u);
    const Picture& first = *view.pictures->front().picture;
    EXPECT_EQ(first.channels, view.trace->config().picture_channels);
    EXPECT_EQ(first.width, view.trace->config().picture_size);
    EXPECT_NE(first.pixels, view.pictures->back().picture->pixels);
    EXPECT_EQ(view.trace->batch().target, std::vector<TokenId>{kIgnoredTarget});
    const TracePtr before = view.trace;
    say_and_settle("select.picture 1");
    EXPECT_NE(lab->view().trace->batch().pictures, before->batch().pictures);
  }
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

/// The text is learnt by the opened model itself, from its weights on.
TEST_F(FamilyInLab, ATextThatIsOpenedIsLearntFurther) {
  const testing::TempFolder folder;
  std::string text;
  for (int i = 0; i < 60; ++i) text += "the owl and the fox sat by the river. ";
  testing::write_bytes(folder / "tale.txt", text);
  lab->apply_or_throw({"model.load", {std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/gpt2"}});
  settle();
  const SnapshotPtr opened = lab->view().trace->snapshot();
  lab->apply_or_throw({"train.further", {(folder / "tale.txt").string(), "decoder.layers.1.*"}});
  ASSERT_TRUE(update_until([&] { return lab->view().title == "tale.txt"; })) << lab->view().notice;
  say("train.pause");
  settle();
  testing::expect_has(lab->view().notice, "gpt2 trains further on tale.txt");
  testing::expect_has(lab->view().notice, "of memory");
  say("train.reset");
  settle();
  EXPECT_EQ(lab->view().trace->snapshot()->weights, opened->weights);
}

}  // namespace
}  // namespace attnlab
