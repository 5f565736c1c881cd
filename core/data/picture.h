// Picture: the pixels that a vision model reads.
#pragma once

#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// One picture, 0 (dark) to 1 (light), row-major [channels,height,width].
struct Picture {
  Index channels = 1, height = 0, width = 0;
  std::vector<Real> pixels;
};

}  // namespace attnlab
