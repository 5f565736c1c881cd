// What of a state is content, which undo restores: what the pass reads and computes, drafts, typed numbers
// and texts. Everything else is a place: what is on screen, and how. The history of places restores that.
#pragma once

#include "app/state/app_state.h"

namespace attnlab {

/// The places of one state with the content of another.
AppState with_content_of(AppState places, const AppState& content);

bool same_content(const AppState& a, const AppState& b);
bool same_place(const AppState& a, const AppState& b);

}  // namespace attnlab
