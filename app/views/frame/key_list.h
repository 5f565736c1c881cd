// The table of keys as people read it.
#pragma once

#include "app/state/app_state.h"
#include "app/views/frame/shortcuts.h"

namespace attnlab {

/// Whether the list has the key: keys that work now, and keys of lessons.
bool is_listed(const Shortcut& shortcut, const AppState& state);

/// The keys that work now: first the keys of the view on the stage, then all others, in groups.
void draw_key_list(const AppState& state);

}  // namespace attnlab
