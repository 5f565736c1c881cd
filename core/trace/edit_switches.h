// Switches: parts of a model switched off.
#pragma once

#include <vector>

#include "core/trace/edit.h"

namespace attnlab {

/// See SwitchOff and interventions_of().
std::vector<Intervention> switched_off(const SwitchOff& off, const ModelConfig& config);

}  // namespace attnlab
