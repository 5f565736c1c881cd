// Landscape results: what is measured of the loss landscape.
#pragma once

#include <memory>
#include <string>

#include "core/analysis/landscape/landscape.h"

namespace attnlab {

struct LandscapeResults {
  std::shared_ptr<const LossLandscape>
      landscape;              ///< partial while it is measured; null before the first point
  std::string error;          ///< why there is none; one line
  bool measuring = false;     ///< now
  std::uint64_t version = 0;  ///< changes with `landscape`
};

}  // namespace attnlab
