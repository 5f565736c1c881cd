// The banner below the menu: what went wrong, or was lost, and what can be done about it.
// Script names: banner.branch, banner.best, banner.show (after a fault); banner.recover, banner.forget (of a
// window that was killed).
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Whether there is something to say.
bool has_banner(const ViewModel& model);
void draw_banner(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
