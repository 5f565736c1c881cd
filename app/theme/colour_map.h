// Maps from numbers to colours, computed in OKLab so that equal steps look equal.
#pragma once

#include <array>

#include "app/theme/oklab.h"

namespace attnlab {

/// What kind of number is shown: signed values around zero, or values that start at zero.
enum class Scale { Diverging, Sequential };

/// A map of 511 steps. The middle step of a diverging map is the neutral zero, near the background.
class ColourMap {
 public:
  static constexpr int kSteps = 511;
  using Steps = std::array<Colour, kSteps>;

  explicit ColourMap(const Steps& steps) : steps_(steps) {}

  /// Colour at `t` in [0, 1]; values outside are clamped, NaN gives the first step.
  Colour at(float t) const;

  /// All colours, e.g. for drawing a legend.
  const Steps& steps() const { return steps_; }

 private:
  Steps steps_;
};

/// The map for a scale on a dark or a light background. Built once and cached.
const ColourMap& colour_map(Scale scale, bool dark);

/// Black or white, whichever reads better on `background`.
Colour ink_on(Colour background);

}  // namespace attnlab
