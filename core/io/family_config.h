// A family's config.json: which family it is, and the model that it describes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/io/families/model_family.h"

namespace attnlab {

/// Whether `config`, an object, is of another program: it names a model_type or architectures.
bool names_family(const nlohmann::json& config);

/// Throws std::runtime_error with one line for an unknown family, and for an unknown architecture of it.
const ModelFamily& family_of(const nlohmann::json& config);

/// The names of the classes or labels of a model of `model`, in the order of their ids, each without white
/// space and different from the others.
std::vector<std::string> label_names(const ModelConfig& model, const nlohmann::json& config);

/// The model of `config`. Throws std::runtime_error with one line that names the key and its value, where the
/// value is not known, of another type, or makes no model. Keys that nobody knows are added to `unknown`.
ModelConfig model_config_of(const ModelFamily& family, const nlohmann::json& config,
                            std::vector<std::string>& unknown);

}  // namespace attnlab
