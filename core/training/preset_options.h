// Preset options: everything that a preset chooses, as a flat list of names and values, and how two differ.
#pragma once

#include <string>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// One choice, as set_option() reads it.
struct PresetOption {
  std::string name;   ///< "model.heads"
  std::string value;  ///< "4"
  friend bool operator==(const PresetOption&, const PresetOption&) = default;
};

/// The options that the preset's task, architecture and training use.
std::vector<PresetOption> preset_options(const Preset& preset);

/// Names of the options in which presets differ, those that only some of them have among them, in the order
/// in which they come.
std::vector<std::string> differing_options(const std::vector<Preset>& presets);

/// The value of an option; "" where the preset has none of that name.
std::string option_value(const Preset& preset, std::string_view name);

}  // namespace attnlab
