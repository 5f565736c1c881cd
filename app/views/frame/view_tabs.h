// Tabs above the stage.
#pragma once

#include "app/state/app_state.h"
#include "app/state/command.h"

namespace attnlab {

/// "Step through": the view's name for people.
const char* view_title(ViewKind view);

/// The term of the glossary that a view is about.
const char* view_term(ViewKind view);

/// A line with the views to choose from; `second`: for the view at the right of two. Where they do not fit,
/// they are a list that opens.
void draw_view_tabs(const AppState& state, bool second, const Emit& emit);

}  // namespace attnlab
