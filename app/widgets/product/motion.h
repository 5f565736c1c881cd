// The animation of a row's and a column's cells into their sum.
#pragma once

#include "app/widgets/product/layout.h"

namespace attnlab {

/// Draws the animation of the selected cell, for 400 ms after its selection.
void fly_products(Canvas canvas, const ProductOptions& options, const ProductResult& result);

}  // namespace attnlab
