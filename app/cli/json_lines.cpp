// JSON lines on standard output.
#include "app/cli/json_lines.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace attnlab {

nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

std::string quoted_piece(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void print_event(const JsonEvent& event, const nlohmann::ordered_json& rest) {
  nlohmann::ordered_json line = {{"event", event.name}};
  line.update(rest);
  print_json_object(line);
  std::fflush(stdout);
}

void print_json_object(const nlohmann::ordered_json& json, int indent) {
  std::printf("%s\n",
              json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
}

}  // namespace attnlab
