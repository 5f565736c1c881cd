// The short flight of a row's and a column's cells into their sum.
#pragma once

#include "app/widgets/product/layout.h"

namespace attnlab {

/// Draws the flight for the selected cell if it was selected within the last 400 ms.
void fly_products(Canvas canvas, const ProductOptions& options, const ProductResult& result);

}  // namespace attnlab
