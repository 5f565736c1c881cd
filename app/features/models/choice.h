// The view Two models: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Two models: the run on screen beside another run, open or saved.
struct ModelsChoice {
  std::string part = "predictions";  ///< predictions, heads, tensors or curves
  Index run = 0;                     ///< the other run, one of those that are open; 0: none of them
  std::string folder{};              ///< of the other run, a saved one; "": none
  std::string of = "weights";        ///< which tensors: weights (learned) or pass (computed)
  bool sorted = false;               ///< tensors by how much they differ, the most first
  std::string match = "best";        ///< which head stands beside the selected: best, same or chosen
  Index other_head = 0;              ///< the chosen one, among all heads of the other model
  bool log_y = false;                ///< of curves: logarithmic losses

  bool has_other() const { return run > 0 || !folder.empty(); }
  friend bool operator==(const ModelsChoice&, const ModelsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::models {
extern const Feature kFeature;
}
