// Commands that the screen makes of what it shows.
#pragma once

#include "app/base/matrix_look.h"
#include "app/state/command.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// matrix.look …: this look is chosen for its map.
Command look_command(const MatrixLook& look);

/// select.tensor NAME i,j,…
Command show_command(const CellName& cell);

}  // namespace attnlab
