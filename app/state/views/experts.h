// The view Experts: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Experts: which experts a router sends each token to.
struct ExpertsChoice {
  std::string part = "text";    ///< text, shares, words or without
  Index expert = 0;             ///< the selected expert of every layer
  std::string order = "often";  ///< of the tokens that an expert takes: often or mostly

  /// What is worked out beyond the trace for the part that is shown.
  enum class Needs { Nothing, HeldOut, Effects };
  Needs needs() const;
  friend bool operator==(const ExpertsChoice&, const ExpertsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::experts {
extern const Feature kFeature;
}
