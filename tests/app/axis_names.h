// The names along an axis, to compare with those that a test expects.
#pragma once

#include <string>
#include <vector>

#include "app/views/common/trace_matrices.h"

namespace attnlab {

inline std::vector<std::string> names_of(const TokenAxis& axis) {
  return {axis.names.begin(), axis.names.end()};
}

}  // namespace attnlab
