// What edits changed: every tensor with the size of its change, and one tensor before, after and subtracted.
#pragma once

#include "app/views/views.h"
#include "core/trace/trace_diff.h"

namespace attnlab {

/// The tensors in order of computation on the stage; a click shows one's change. Script names:
/// changes.row[i,0], changes.close.
void draw_changes(const ViewModel& model, const Emit& emit);

/// The tensor to draw for the side that the user chose: of the pass on screen, of the one without edits, or
/// their difference, which stays valid until the next call. `tensor` itself where nothing is edited or only
/// one of the passes has it.
const TraceTensor& side_of(const ViewModel& model, const TraceTensor& tensor);

/// Choice of the side, where there is one; script name stage.side[0,i]. False: nothing was drawn.
bool draw_side_choice(const ViewModel& model, const TraceTensor& tensor, const Emit& emit);

}  // namespace attnlab
