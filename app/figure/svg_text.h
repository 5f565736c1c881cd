// Numbers, colours, texts and outlines in SVG.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/widgets/base/figure.h"

namespace attnlab {

/// At most two decimals, none where they are zero: "12", "0.5", "-3.25".
std::string svg_number(float value);

/// `NAME="#rrggbb"`, and NAME-opacity where the colour is not opaque; with a space before each.
std::string svg_paint(std::string_view name, Colour colour);

/// `text` with &, <, > and quotes written as entities, and without control characters, which XML does not
/// allow.
std::string svg_escaped(std::string_view text);

/// An outline as path data; the corners of `box` in `corners` (0: all) are round.
std::string svg_outline(const Box& box, float rounding = 0, ImDrawFlags corners = 0);
std::string svg_outline(std::span<const ImVec2> points);
std::string svg_outline(std::span<const PathStep> steps, bool closed);

/// Bytes in base 64.
std::string base64(std::span<const unsigned char> bytes);

}  // namespace attnlab
