// Edits of the selected attention and head.
#include "app/state/made_edits.h"

#include <algorithm>

namespace attnlab {

Edit scaling_edit(const Selection& selection) {
  return SwitchOff{SwitchOff::What::Scaling, attention_prefix(selection)};
}

Edit mask_edit(const Selection& selection) {
  return SwitchOff{SwitchOff::What::Mask, attention_prefix(selection)};
}

Edit head_edit(const Selection& selection, HeadEdit::How how, Index heads) {
  HeadEdit edit{.attention = attention_prefix(selection), .heads = {selection.head}, .how = how};
  if (how == HeadEdit::How::Swap) edit.heads.push_back(next_head(selection, heads));
  return edit;
}

Index next_head(const Selection& selection, Index heads) { return (selection.head + 1) % heads; }

bool has_edit(const AppState& state, const Edit& edit) {
  return std::ranges::find(state.edits, edit_text(edit)) != state.edits.end();
}

}  // namespace attnlab
