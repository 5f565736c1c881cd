// The pages of all views.
#pragma once

#include <span>

#include "app/views/common/view_page.h"

namespace attnlab {

/// One page for each of features(), in the same order. Throws what view_page() throws.
std::span<const ViewPage* const> view_pages();
/// The page of a view. Throws std::invalid_argument where the view has none.
const ViewPage& view_page(const Feature& view);

}  // namespace attnlab
