// The view Patching: its row, its options and what it finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "core/analysis/patching/patching.h"

namespace attnlab {

/// Patching: how much of an answer returns when activations of one text are put into the forward pass over
/// another.
struct PatchingChoice {
  std::string clean, clean_answer, changed, changed_answer;  ///< no texts: a proposed pair
  Index proposal = 0;                                        ///< which of the proposed pairs
  std::string what = "stream", metric = "logit_difference", into = "query";
  Index position = -1;          ///< of heads: only at this position; −1: at all
  std::string side = "target";  ///< whose position it is: source or target
  bool stopped = false;         ///< nothing is computed

  /// Whether a pair was typed; if not, a proposed one is used.
  bool has_pair() const { return !clean.empty() || !changed.empty(); }
  PatchPair pair() const { return {{clean, clean_answer}, {changed, changed_answer}}; }
  /// The question about `pair`.
  PatchQuestion question(const PatchPair& pair) const;
  friend bool operator==(const PatchingChoice&, const PatchingChoice&) = default;
};

/// The step on screen may be newer than the step of the grid.
struct PatchingResults {
  std::shared_ptr<const PatchingResult> result{};  ///< null before the first
  Index step = 0;                                  ///< of the weights of the result
  PatchPair pair{};                                ///< the current one: typed or proposed
  bool has_pair = false;                           ///< false: no pair is typed or proposed
  bool looks_for_pairs = false;                    ///< a search is running
  std::size_t proposals = 0;                       ///< how many pairs are proposed
  std::string error{};                             ///< why there is no grid for the question
  bool busy = false;                               ///< a grid is being computed
  Index done = 0, all = 0;                         ///< forward passes of that grid
};

}  // namespace attnlab

namespace attnlab::patching {

extern const Feature kFeature;

}  // namespace attnlab::patching
