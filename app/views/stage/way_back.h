// The way back on the stage, after it went along with a followed number.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Draws a button back to the number before at the cursor, and moves the cursor behind it; false, and nothing
/// is drawn, where the stage did not go along with a followed number. Script name: stage.back.
bool draw_way_back(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
