// Preset file: a preset as JSON.
#pragma once

#include <filesystem>

#include "core/training/preset.h"

namespace attnlab {

/// A preset as preset_to_json() writes it, or the config.json of a saved run. One without a name has the
/// file's. Throws std::runtime_error with one line that names the file and what is wrong.
Preset read_preset(const std::filesystem::path& file);

}  // namespace attnlab
