// Tabs above the stage.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// One view, or the left of two views; the right of two views.
enum class Pane { First, Second };

/// Draws a line of tabs for the views of the model, in groups. Groups that do not fit become buttons with a
/// list, and all views one list where not even the group of the view fits.
void draw_view_tabs(const ViewModel& model, Pane pane, const Emit& emit);

}  // namespace attnlab
