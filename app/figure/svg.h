// Writes a figure as SVG, with text as text.
#pragma once

#include <string>

#include "app/widgets/base/figure.h"

namespace attnlab {

struct SvgOptions {
  Box area;               ///< the part of the figure that is written
  Colour background = 0;  ///< behind all; transparent if its alpha is 0
  std::string title;      ///< what the figure shows, for those who cannot see it
};

/// The document. Shapes that are not seen are left out; matrices of up to 64 × 64 cells of a legible size are
/// rectangles, larger ones an embedded picture.
std::string svg(const Figure& figure, const SvgOptions& options);

}  // namespace attnlab
