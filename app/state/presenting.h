// Presenting: the screen as a room sees it at a projector.
#pragma once

#include "app/state/app_state.h"

namespace attnlab {

/// From this text size on, in percent, the window is probably presented to a class.
inline constexpr Index kLargeText = 150;

/// What is drawn in a window of this size (screen coordinates): while `screen.presenting`, the stage alone,
/// in high contrast, its text as large as leaves room for a matrix, but not smaller than is chosen. Otherwise
/// `screen`.
Screen presented(const Screen& screen, int width, int height);

}  // namespace attnlab
