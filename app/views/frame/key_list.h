// The table of keys as people read it.
#pragma once

#include "app/state/view_choices.h"

namespace attnlab {

/// The keys of this view first, then all others, in groups.
void draw_key_list(ViewKind view);

}  // namespace attnlab
