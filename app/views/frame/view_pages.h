// The pages of all views.
#pragma once

#include <span>

#include "app/views/common/view_page.h"

namespace attnlab {

/// One for each of kViewKinds, in the same order. Throws as view_page().
std::span<const ViewPage* const> view_pages();
/// Throws std::invalid_argument where the view has none.
const ViewPage& view_page(const ViewKind& view);

}  // namespace attnlab
