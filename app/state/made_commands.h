// Commands built from what the screen shows.
#pragma once

#include <string_view>

#include "app/base/matrix_look.h"
#include "app/state/command.h"
#include "core/trace/derivation.h"
#include "core/trace/edit.h"

namespace attnlab {

/// "matrix.look …": chooses this look for its map.
Command look_command(const MatrixLook& look);

/// "VERB NAME i,j,…": a command about one cell.
Command cell_command(std::string_view verb, const CellName& cell);

/// "select.tensor NAME i,j,…".
Command show_command(const CellName& cell);

/// "edit …": makes the edit.
Command edit_command(const Edit& edit);

}  // namespace attnlab
