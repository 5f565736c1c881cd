// What is chosen of heads: which is open, and how they are measured.
#pragma once

#include <string>

namespace attnlab {

/// Heads: every head of the model, or one of them.
struct HeadsChoice {
  bool open = false;                ///< the selected head alone, large
  bool average = false;             ///< the mean over the selected layer's heads instead of one
  bool lines = true;                ///< token-to-token lines beside the map
  std::string compare = "none";     ///< "LAYER.HEAD": the head to compare with, of the same attention
  std::string badge = "strongest";  ///< the measure of each head in the grid
  bool sorted = false;              ///< the grid is ordered by the badge
  friend bool operator==(const HeadsChoice&, const HeadsChoice&) = default;
};

}  // namespace attnlab
