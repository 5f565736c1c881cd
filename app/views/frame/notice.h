// The notice: the last thing that went wrong or was done.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Draws the notice at the right end of the menu bar, where it covers nothing; cut if there is little room,
/// whole in its tooltip. Stays until replaced or dismissed (script name: notice.close).
void draw_notice(const ViewModel& model);

}  // namespace attnlab
