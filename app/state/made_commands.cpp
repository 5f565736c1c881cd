// Arguments of the commands, as text.
#include "app/state/made_commands.h"

#include <sstream>

namespace attnlab {
namespace {

std::string place_text(double value) {
  std::ostringstream out;
  out.precision(7);
  out << value;
  return out.str();
}

}  // namespace

Command look_command(const MatrixLook& look) {
  return {"matrix.look",
          {look.map, place_text(look.across.zoom), place_text(look.across.middle), place_text(look.down.zoom),
           place_text(look.down.middle), std::to_string(look.rows), std::to_string(look.columns)}};
}

Command cell_command(std::string_view verb, const CellName& cell) {
  std::string index;
  for (Index i : cell.index) index += (index.empty() ? "" : ",") + std::to_string(i);
  return {std::string(verb), {cell.tensor, index}};
}

Command show_command(const CellName& cell) { return cell_command("select.tensor", cell); }

Command edit_command(const Edit& edit) { return {"edit", {edit_text(edit)}}; }

}  // namespace attnlab
