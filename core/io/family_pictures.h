// A family's pictures: how a folder says that pixels are normalized.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/models/model_config.h"

namespace attnlab {

/// Puts mean and deviation of the pixels of preprocessor_config.json into `config`; where that file is
/// missing, the usual ones, and a line into `remarks`. Throws std::runtime_error with one line for values of
/// another form, and where channels have different ones.
void read_pixel_scale(const std::filesystem::path& folder, ModelConfig& config,
                      std::vector<std::string>& remarks);

/// Writes mean and deviation of `config` as preprocessor_config.json. Throws std::runtime_error as
/// write_json().
void write_pixel_scale(const std::filesystem::path& folder, const ModelConfig& config);

}  // namespace attnlab
