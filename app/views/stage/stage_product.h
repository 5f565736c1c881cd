// One matrix product on the stage, with its bias, in the layout of textbooks.
#pragma once

#include "app/views/common/stage_frame.h"
#include "app/widgets/product/layout.h"

namespace attnlab {

/// result = left · right (+ bias).
struct Product {
  StageMatrix left, right, result;
  StageMatrix bias{};  ///< empty: none
  AxisLabels rows{}, cols{}, inner{};
  bool rows_are_queries = true;
  bool cols_are_keys = false;
  float widest = 2.4f;
};

/// Draws a product in the rest of the window. A click in an operand inspects, one in the result selects.
ProductResult draw_product(StageFrame& frame, const Product& product);

}  // namespace attnlab
