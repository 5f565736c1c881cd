// JSON lines on standard output.
#include "app/cli/json_lines.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/text/escaped_text.h"

namespace attnlab {

nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

void print_event(const JsonEvent& event, const nlohmann::ordered_json& rest) {
  nlohmann::ordered_json line = {{"event", event.name}};
  line.update(rest);
  print_json_object(line);
  std::fflush(stdout);
}

void print_json_object(const nlohmann::ordered_json& json, int indent) {
  std::printf("%s\n", escaped_dump(json, indent).c_str());
}

}  // namespace attnlab
