// The view Alignment: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"
#include "core/analysis/experiments/length_experiment.h"

namespace attnlab {

/// Alignment: what a recurrent decoder takes from its source.
struct AlignmentChoice {
  std::string part = "figure";  ///< figure, map, fixed or length
  Index target = 0;             ///< the decoder's position, where the tensor on the stage has none
  Index source = 0;             ///< the encoder's position, likewise
  bool experiment = false;      ///< a fixed vector and attention are trained and compared by length
  LengthSettings lengths{};     ///< of the two models
  friend bool operator==(const AlignmentChoice&, const AlignmentChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::alignment {
extern const Feature kFeature;
}
