// Values of a family's keys: what config.json says of each, under every name that the key has had.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/io/families/model_family.h"

namespace attnlab {

/// A key as config.json writes it, "rope_parameters.rope_theta", and its value.
struct SaidValue {
  std::string name;
  const nlohmann::json* value;
};

/// All values of `key` of `family` in `config`, that under its own name first. Null does not count if
/// another name has a value.
std::vector<SaidValue> said_values(const ModelFamily& family, const FamilyKey& key,
                                   const nlohmann::json& config);

/// Whether `name`, a member of config.json, is a name of one of the family's keys.
bool names_a_key(const ModelFamily& family, const std::string& name);

}  // namespace attnlab
