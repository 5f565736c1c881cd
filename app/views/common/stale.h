// A pass that is still on screen although another text is typed.
#pragma once

#include "app/state/view_model.h"

namespace attnlab {

/// Whether the pass on screen is of another text, because the typed text cannot be traced.
bool is_stale(const ViewModel& model);

/// Whether the veil has a message: why the text cannot be traced.
enum class StaleMessage { None, Shown };

/// Draws a veil over the current window, from `top` (a height on screen) down, where is_stale().
void cover_stale(const ViewModel& model, float top, StaleMessage message);

}  // namespace attnlab
