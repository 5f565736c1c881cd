// The view Experts: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/at_step.h"
#include "app/state/expert_choice.h"
#include "core/analysis/held_out_experts.h"

namespace attnlab {

using ExpertEffects = std::vector<ExpertEffect>;

/// Held-out positions that are read to describe experts; see held_out_batches().
inline constexpr Index kHeldOutPositions = 2048;

/// The newest of each; values are null before the first, and if the model's task is not known. The step on
/// screen may be newer.
struct ExpertResults {
  std::shared_ptr<const ExpertEffects> effects;  ///< on the text on screen, with its edits
  AtStep<HeldOutExperts> held_out;               ///< without edits
  AtStep<ExpertEffects> held_out_effects;        ///< without edits
  bool has_held_out = false;                     ///< whether the model's task is known
  std::string error;                             ///< why the newest work failed
  friend bool operator==(const ExpertResults&, const ExpertResults&) = default;
};

}  // namespace attnlab

namespace attnlab::experts {

extern const Feature kFeature;

}  // namespace attnlab::experts
