// Patching results: the newest grid of the view Patching, and how far the next one is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/patching/patching.h"

namespace attnlab {

/// The step on screen may be newer than that of the grid.
struct PatchingResults {
  std::shared_ptr<const PatchingResult> result{};  ///< null before the first
  Index step = 0;                                  ///< of the weights of the result
  PatchPair pair{};                                ///< that is asked for: typed or proposed
  bool has_pair = false;                           ///< false: no pair is typed or proposed
  bool looks_for_pairs = false;                    ///< now
  std::size_t proposals = 0;                       ///< how many pairs are proposed
  std::string error{};                             ///< why there is no grid for what is asked
  bool busy = false;                               ///< a grid is being worked out
  Index done = 0, all = 0;                         ///< passes of that grid
};

}  // namespace attnlab
