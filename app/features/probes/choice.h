// The view Probes: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Probes: what linear probes find in the stream of each layer.
struct ProbesChoice {
  std::string part = "layers";   ///< layers, text or training
  std::string label = "depth";   ///< of probe_labels(); where the task does not know it, the first it knows
  std::string stack = "source";  ///< source or target, of a model whose layers read both
  bool course = true;            ///< past steps are worked out while the part training is on the stage

  bool shows_training() const { return part == "training"; }
  friend bool operator==(const ProbesChoice&, const ProbesChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::probes {
extern const Feature kFeature;
}
