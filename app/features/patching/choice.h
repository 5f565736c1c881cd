// The view Patching: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"
#include "core/analysis/patching/patching.h"

namespace attnlab {

/// Patching: what comes back of an answer when parts of one text's pass are put into another's.
struct PatchingChoice {
  std::string clean, clean_answer, changed, changed_answer;  ///< no text: a proposed pair
  Index proposal = 0;                                        ///< which of the proposed pairs
  std::string what = "stream", metric = "logit_difference", into = "query";
  Index position = -1;          ///< of heads: at this position alone; −1: at all
  std::string side = "target";  ///< whose position it is: source or target
  bool stopped = false;         ///< nothing is worked out

  /// The pair that was typed; none: a proposed one.
  bool has_pair() const { return !clean.empty() || !changed.empty(); }
  PatchPair pair() const { return {{clean, clean_answer}, {changed, changed_answer}}; }
  /// What is asked of `pair`.
  PatchQuestion question(const PatchPair& pair) const;
  friend bool operator==(const PatchingChoice&, const PatchingChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::patching {
extern const Feature kFeature;
}
