// Chips of the positions of a text, one of which is selected in a view.
#pragma once

#include "app/state/view_model.h"
#include "app/widgets/tokens/token_strip.h"

namespace attnlab {

/// Like token_strip(), but a long text has at most three lines, which scroll so that the chip that was
/// selected last is in sight. A figure has all lines.
TokenStripResult position_strip(const ViewModel& model, const char* id, std::span<const std::string> tokens,
                                TokenStripOptions options);

}  // namespace attnlab
