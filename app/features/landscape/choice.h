// The view Loss landscape: its row, its options and its results.
#pragma once

#include <memory>
#include <string>

#include "app/feature/feature.h"
#include "core/analysis/landscape/landscape.h"

namespace attnlab {

/// Loss landscape: the loss over a plane of weights, with the path of training.
struct LandscapeChoice {
  LandscapeSettings settings;
  std::string look = "map";  ///< map or hills
  bool log = false;          ///< the logarithm of the loss
  bool on = true;            ///< the plane is measured while the view is on the stage
  Index asked = 0;           ///< how often a measurement was asked for; one more measures again
  double turn = 30;          ///< of the hills, in degrees about their height
  double tilt = 35;          ///< of the hills, in degrees from the side; 90: from above

  bool hills() const { return look == "hills"; }
  friend bool operator==(const LandscapeChoice&, const LandscapeChoice&) = default;
};

struct LandscapeResults {
  std::shared_ptr<const LossLandscape>
      landscape;              ///< partial while it is measured; null before the first point
  std::string error;          ///< why it could not be measured; one line
  bool measuring = false;     ///< now
  std::uint64_t version = 0;  ///< changes with `landscape`
};

}  // namespace attnlab

namespace attnlab::landscape {

extern const Feature kFeature;

}  // namespace attnlab::landscape
