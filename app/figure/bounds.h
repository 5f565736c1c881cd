// Where the shapes of a figure lie.
#pragma once

#include "app/widgets/base/figure.h"

namespace attnlab {

/// The box that a shape fills, its line's thickness included. Of a text it is an estimate: fonts differ.
Box bounds_of(const FigureShape& shape);

/// What is seen of an item; empty if nothing.
Box seen_of(const FigureItem& item);

/// The box around all that is seen of a figure.
Box content_box(const Figure& figure);

/// Grown to whole pixels.
Box whole_pixels(const Box& box);

}  // namespace attnlab
