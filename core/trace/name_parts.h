// Parts of the names of tensors.
#pragma once

#include <string_view>

namespace attnlab {

/// Whether `part` is somewhere in `name`.
inline bool contains(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

/// What follows the last dot: "weight" of "output.weight".
inline std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace attnlab
