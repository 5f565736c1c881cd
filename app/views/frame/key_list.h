// The table of keys as people read it.
#pragma once

#include "app/state/app_state.h"
#include "app/views/frame/shortcuts.h"

namespace attnlab {

/// Whether the list has the key: where it works now, and those of lessons.
bool is_listed(const Shortcut& shortcut, const AppState& state);

/// The keys that work now: those of the view on the stage first, then all others, in groups.
void draw_key_list(const AppState& state);

}  // namespace attnlab
