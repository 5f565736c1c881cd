// A line between two panels that can be dragged.
#pragma once

namespace attnlab {

/// Draws a divider at the cursor and moves `size` (pixels of the panel before it, or after it if `reversed`)
/// while dragged, within [least, most]. A vertical divider (between left and right) is `length` high, a
/// horizontal one `length` wide. Double-click restores `standard`. True while it moves.
bool splitter(const char* name, bool vertical, float& size, float least, float most, float length,
              float standard, bool reversed = false);

/// Thickness of a divider, in pixels.
float splitter_thickness();

}  // namespace attnlab
