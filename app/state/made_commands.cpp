// Arguments of the commands, as text.
#include "app/state/made_commands.h"

#include <algorithm>

#include "core/config/number_text.h"

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

Command look_command(const MatrixLook& look) {
  return {"matrix.look",
          {look.map, shortest_text(look.across.zoom), shortest_text(look.across.middle),
           shortest_text(look.down.zoom), shortest_text(look.down.middle), std::to_string(look.rows),
           std::to_string(look.columns)}};
}

Command cell_command(std::string_view verb, const CellName& cell) {
  return {std::string(verb), {cell.tensor, index_text(cell.index)}};
}

Command show_command(const CellName& cell) { return cell_command("select.tensor", cell); }

Command edit_command(const Edit& edit) { return {"edit", {edit_text(edit)}}; }

}  // namespace attnlab
