// Run settings: options of training by name, as commands change them within a run.
#pragma once

#include <string>
#include <string_view>

#include "core/training/preset.h"
#include "core/training/training_state.h"

namespace attnlab {

/// "batch" of "training.batch": the name of its section may precede an option.
std::string setting_name(std::string_view option);

/// Sets "batch" and the like. Throws std::invalid_argument for values that are not allowed, and for options
/// that cannot change within a run.
void set_setting(TrainingSettings& settings, std::string_view option, std::string_view value);

/// The preset of a run that is made anew with what was changed within another; the rate takes in its factor.
Preset with_settings(Preset preset, const TrainingSettings& settings);

}  // namespace attnlab
