// Contribution results: the parts of one logit at past steps.
#pragma once

#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/contributions/contributions.h"

namespace attnlab {

/// One logit at kept steps, by step: those that are known.
struct ContributionCourse {
  AskedLogit of;
  std::vector<AtStep<Contributions>> steps;
  friend bool operator==(const ContributionCourse&, const ContributionCourse&) = default;
};

}  // namespace attnlab
