// Tabs above the stage.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// A line with the views of the model to choose from; `second`: for the view at the right of two. Where they
/// do not fit, they are a list that opens.
void draw_view_tabs(const ViewModel& model, bool second, const Emit& emit);

}  // namespace attnlab
