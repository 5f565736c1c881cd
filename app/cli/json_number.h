// Numbers in the JSON that the command line prints.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

namespace attnlab {

/// null for what is not finite.
inline nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace attnlab
