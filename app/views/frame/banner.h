// The banner below the menu: a fault, a pass that is not finite, or a lost session, with buttons for what can
// be done. Script names: banner.branch, banner.best, banner.show (after a fault, or where the loss grows
// without bound: banner.best); banner.pass (the pass on screen is not finite); banner.recover, banner.forget
// (of a window that was killed).
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Whether the banner has a message.
bool has_banner(const ViewModel& model);
void draw_banner(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
