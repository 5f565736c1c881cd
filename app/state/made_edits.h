// Edits made of what the screen shows.
#pragma once

#include "app/state/app_state.h"
#include "core/trace/edit.h"

namespace attnlab {

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
