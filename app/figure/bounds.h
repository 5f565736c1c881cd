// Bounds: the boxes of a figure's shapes.
#pragma once

#include "app/widgets/base/figure.h"

namespace attnlab {

/// The box of a shape, with the line's thickness. For a text an estimate, as fonts differ.
Box bounds_of(const FigureShape& shape);

/// The visible part of an item; empty for none.
Box seen_of(const FigureItem& item);

/// The box around all visible shapes of a figure.
Box content_box(const Figure& figure);

/// The box extended to whole pixels.
Box whole_pixels(const Box& box);

}  // namespace attnlab
