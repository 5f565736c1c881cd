// Angles of rotary positions as configurations give them: base, share and scaling, apart or in one object.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "core/models/model_config.h"

namespace attnlab {

/// Newer files have base, share and scaling in one object, "rope_parameters".
inline constexpr std::string_view kRotaryScalingNames[] = {"rope_parameters"};

/// {"rope_type": "linear", "factor": 2}; older files say type. Null, an object that scales nothing, and
/// "dynamic", which changes angles in texts longer than the context alone: unscaled. "yarn" without an
/// original length scales from the context of `config`. Throws std::invalid_argument with what is allowed.
void take_rotary_scaling(const nlohmann::json& value, ModelConfig& config);

/// Null where the angles are unscaled.
nlohmann::json give_rotary_scaling(const ModelConfig& config);

/// Where a family that turns heads as a whole could say that a share of each is turned.
inline constexpr std::string_view kRotaryShareNames[] = {"rope_parameters.partial_rotary_factor",
                                                         "rope_scaling.partial_rotary_factor"};

/// Null, or 1. Throws as take_rotary_scaling().
void take_whole_heads(const nlohmann::json& value, ModelConfig& config);

}  // namespace attnlab
