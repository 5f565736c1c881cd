// The buttons at the end of a dialog, at its right.
#pragma once

#include <string_view>

namespace attnlab {

/// Places the next item so that buttons with these labels, side by side, end at the dialog's right edge.
void right_align_buttons(std::string_view first, std::string_view second = {});

}  // namespace attnlab
