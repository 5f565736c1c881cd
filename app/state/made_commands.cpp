// Arguments of the commands, as text.
#include "app/state/made_commands.h"

#include "core/config/number_text.h"

namespace attnlab {

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
