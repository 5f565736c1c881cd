// The table of keys as people read it.
#pragma once

#include "app/state/views/view_kind.h"

namespace attnlab {

/// The keys of this view first, then all others, in groups.
void draw_key_list(const ViewKind& view);

}  // namespace attnlab
