// Writes a figure as SVG, with text as text.
#pragma once

#include <string>

#include "app/widgets/base/figure.h"

namespace attnlab {

struct SvgOptions {
  Box area;               ///< the written part of the figure
  Colour background = 0;  ///< behind all; transparent if its alpha is 0
  std::string title;      ///< a description for readers who cannot see the figure
};

/// The SVG document. Hidden shapes are left out; matrices of up to 64 × 64 cells of a legible size are
/// rectangles, larger ones an embedded picture.
std::string svg(const Figure& figure, const SvgOptions& options);

}  // namespace attnlab
