// Kept state: the choices in a run as text, for the session's file.
#pragma once

#include <optional>
#include <string>

#include "app/state/app_state.h"
#include "core/models/model_config.h"

namespace attnlab {

/// What the user wrote, drew, edited, selected, and showed. The options of the views are not in it.
std::string state_to_json(const AppState& state);

/// The state of `json`, for a model of this kind whose first state is `start`. What cannot be read, or does
/// not fit the model, is as in `start`. Nothing for "".
std::optional<AppState> state_from_json(const std::string& json, const AppState& start,
                                        const ModelConfig& config);

}  // namespace attnlab
