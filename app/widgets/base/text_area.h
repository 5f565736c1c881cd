// A field for several lines of text, which break by themselves.
#pragma once

#include <string>

namespace attnlab {

/// Draws a field of `lines` lines over the width of the window. A line that becomes too wide is broken at its
/// last space that fits. True when the text changed. Name for scripts is `name`.
bool text_area(const char* name, std::string& text, int lines);

/// Whether a field for several lines has the keyboard, in which keys such as Page Down move the caret.
bool lines_are_typed();

}  // namespace attnlab
