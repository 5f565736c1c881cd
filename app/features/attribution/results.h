// Attribution results: the attributions of one prediction, whole or as far as they are worked out.
#pragma once

#include <memory>
#include <string>

#include "core/analysis/attribution/attribution.h"

namespace attnlab {

/// The pass on screen may be newer.
struct AttributionResults {
  std::shared_ptr<const Attributions> attribution;  ///< null before the first
  std::string error;                                ///< why there is none
  bool busy = false;                                ///< another is being worked out
};

}  // namespace attnlab
