// JSON printed by the program: one object, or one per line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace attnlab::testing {

/// The object of each line.
inline std::vector<nlohmann::json> events_of(const std::string& output) {
  std::vector<nlohmann::json> events;
  for (const std::string& line : lines_of(output)) events.push_back(nlohmann::json::parse(line));
  return events;
}

}  // namespace attnlab::testing
