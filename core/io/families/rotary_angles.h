// Angles of rotary positions as configurations give them: base, share and scaling, apart or in one object.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/models/model_config.h"

namespace attnlab {

/// {"rope_type": "linear", "factor": 2}; older files say type. Null, and "dynamic", which changes angles in
/// texts longer than the context alone: unscaled. Throws std::invalid_argument with what is allowed.
void take_rotary_scaling(const nlohmann::json& value, ModelConfig& config);

/// Null where the angles are unscaled.
nlohmann::json give_rotary_scaling(const ModelConfig& config);

/// Newer files say base and scaling in one, of heads that are turned as a whole. Null: other keys say them.
/// Throws as take_rotary_scaling().
void take_rotary_angles(const nlohmann::json& value, ModelConfig& config);

/// As take_rotary_angles(), of a family of which a share of each head is turned.
void take_rotary_angles_of_share(const nlohmann::json& value, ModelConfig& config);

}  // namespace attnlab
