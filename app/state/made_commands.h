// Commands built from what the screen shows.
#pragma once

#include <string_view>

#include "app/base/matrix_look.h"
#include "app/state/app_state.h"
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

/// The edit that takes the selected attention's division by √D away, and the one that takes its mask away.
Edit scaling_edit(const Selection& selection);
Edit mask_edit(const Selection& selection);

/// An edit of the selected head, one of `heads`; a swap is with the next one.
Edit head_edit(const Selection& selection, HeadEdit::How how, Index heads);
/// The head after the selected one; after the last, the first.
Index next_head(const Selection& selection, Index heads);

/// Whether the pass on screen has this edit.
bool has_edit(const AppState& state, const Edit& edit);

}  // namespace attnlab
