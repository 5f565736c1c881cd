// The notice: the last error or message.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Draws the notice at the right end of the menu bar, where it covers nothing; cut if there is little room,
/// complete in its tooltip. It stays until replaced or dismissed (script name: notice.close).
void draw_notice(const ViewModel& model);

}  // namespace attnlab
