// Interventions: what the user's switches change in a traced pass.
#pragma once

#include <vector>

#include "app/state/app_state.h"
#include "core/autograd/hooks.h"

namespace attnlab {

/// For the selected attention: no division by √D (`head_size` is D), no mask.
std::vector<Intervention> interventions_for(const AppState& state, Index head_size);

}  // namespace attnlab
