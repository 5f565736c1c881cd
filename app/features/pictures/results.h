// Picture results: what the view Pictures works out of a pass in the background.
#pragma once

#include <vector>

#include "core/analysis/pictures/picture_attention.h"

namespace attnlab {

/// All that a result depends on.
struct PictureQuestion {
  TracePtr trace;
  AskedBy followed{};      ///< of the rollout
  bool positions = false;  ///< similarity of positions, and not the rollout
  friend bool operator==(const PictureQuestion&, const PictureQuestion&) = default;
};

/// The pass on screen may be newer.
struct PictureResults {
  PatchGrid grid{};
  AskedBy followed{};
  std::vector<std::vector<double>> rollout{};  ///< as picture_rollout(); empty where it was not asked for
  std::vector<Real> positions{};               ///< cosines between the vectors of patches [P,P]; or empty
};

PictureResults answered(const PictureQuestion& question);

}  // namespace attnlab
