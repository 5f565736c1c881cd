// RecordingView: what was recorded, as its panel shows it.
#pragma once

#include <string>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

struct RecordingView {
  bool on = false;  ///< goes on
  std::vector<std::string> lines;
  Index left_out = 0;  ///< commands that a lesson may not use
};

}  // namespace attnlab
