// The window's icon, drawn from the icon of the desktop.
#pragma once

#include <string_view>
#include <vector>

#include "app/figure/image.h"
#include "app/theme/oklab.h"

namespace attnlab {

/// A rectangle of the icon with round corners, in units of its view box.
struct IconRect {
  float x = 0, y = 0, width = 0, height = 0, radius = 0;
  Colour fill = 0;
};

/// The rectangles of an SVG picture that has nothing else. Throws std::logic_error for one that lacks a
/// number or a colour.
std::vector<IconRect> icon_rects(std::string_view svg);

/// The icon, `size` × `size` pixels.
Image window_icon(int size);

}  // namespace attnlab
