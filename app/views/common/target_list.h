// The probability of each target token, before and after edits.
#pragma once

#include "app/state/view_model.h"

namespace attnlab {

/// "loss 0.310 → 0.571 (+0.261)" with the edits of the pass on screen; "loss 0.310" without; "" if no
/// target counts.
std::string loss_words(const ViewModel& model);

/// Height of the whole list.
float target_list_height(const ViewModel& model);

/// A line for each target with its probability before and after as bars, in the rest of the window; a
/// sentence if no target counts. Script names: targets[i,0].
void draw_target_list(const ViewModel& model);

}  // namespace attnlab
