// CellSpan: evenly spaced cells of a row-major buffer.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// Cells start, start + step, … of a row-major buffer.
struct CellSpan {
  Index start = 0;
  Index step = 1;
  Index count = 0;

  bool contains(Index offset) const {
    const Index way = offset - start;
    return step == 0 ? way == 0 && count > 0 : way % step == 0 && way / step >= 0 && way / step < count;
  }
};

}  // namespace attnlab
