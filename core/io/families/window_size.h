// A window's size as configurations give it: how many keys a query sees back from its own, its own among
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/models/model_config.h"

namespace attnlab {

/// Throws std::invalid_argument if `value` is not a whole number from 1 to 65536.
void take_window_size(const nlohmann::json& value, ModelConfig& config);

}  // namespace attnlab
