// JSON that the program prints: an object, or one a line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace attnlab::testing {

/// Of each line.
inline std::vector<nlohmann::json> events_of(const std::string& output) {
  std::vector<nlohmann::json> events;
  for (const std::string& line : lines_of(output)) events.push_back(nlohmann::json::parse(line));
  return events;
}

}  // namespace attnlab::testing
