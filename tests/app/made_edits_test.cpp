// Edits made of the selection are written as people write them.

#include <gtest/gtest.h>

#include "app/state/made_commands.h"
#include "app/state/mask_choice.h"

namespace attnlab {
namespace {

using HeadHow = HeadEdit::How;

Selection last_head() {
  return {.attention = AttentionKind::EncoderSelf, .layer = 1, .head = 3, .heads_per_key = 1};
}

TEST(MadeEdits, AreOfTheSelectedHead) {
  const std::string place = "encoder.layers.1.self_attention";
  const auto text = [](HeadHow how) { return edit_text(head_edit(last_head(), how, 4)); };
  EXPECT_EQ(text(HeadHow::Zero), "zero " + place + "#3");
  EXPECT_EQ(text(HeadHow::Mean), "mean " + place + "#3");
  EXPECT_EQ(text(HeadHow::Only), "only " + place + "#3");
  EXPECT_EQ(text(HeadHow::Swap), "swap " + place + "#3,0") << "after the last head comes the first";
  EXPECT_EQ(edit_text(scaling_edit(last_head())), "no scaling " + place);
  EXPECT_EQ(edit_text(mask_edit(last_head())), "no mask " + place);
}

TEST(MadeEdits, AreFoundInTheState) {
  AppState state;
  state.selection = last_head();
  state.edits = {"no mask encoder.layers.1.self_attention"};
  EXPECT_TRUE(has_edit(state, mask_edit(state.selection)));
  EXPECT_FALSE(has_edit(state, scaling_edit(state.selection)));
}

TEST(MadeEdits, AreCommandsThatAreReadBack) {
  const Edit edit = head_edit(last_head(), HeadHow::Swap, 4);
  const Command command = edit_command(edit);
  EXPECT_EQ(command.verb, "edit");
  ASSERT_EQ(command.arguments.size(), 1u);
  EXPECT_TRUE(parse_edit(command.arguments[0]) == edit);
}

TEST(MadeEdits, OfMasksHaveAScope) {
  const auto place = [](const char* scope) {
    MaskEdit mask = mask_in_scope(last_head(), scope);
    mask.rows = {"10", "11"};
    return edit_text(mask);
  };
  EXPECT_EQ(place("layer"), "mask encoder.layers.1.self_attention 10/11");
  EXPECT_EQ(place("head"), "mask encoder.layers.1.self_attention#3 10/11");
  EXPECT_EQ(place("layers"), "mask encoder.layers.*.self_attention 10/11");
}

}  // namespace
}  // namespace attnlab
