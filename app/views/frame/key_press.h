// The action of a key, for the keyboard and the palette.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/frame/shortcuts.h"

namespace attnlab {

/// Performs the action of the key.
void press(const Shortcut& shortcut, const ViewModel& model, const Emit& emit);

}  // namespace attnlab
