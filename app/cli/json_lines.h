// JSON on standard output: events, objects, and the numbers in them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/cli/json_event.h"

namespace attnlab {

/// `value`, or null for a value that is not finite.
nlohmann::ordered_json finite_or_null(double value);

/// Prints {"event": NAME, …}, with the members of `rest`, as a line, and flushes it.
void print_event(const JsonEvent& event, const nlohmann::ordered_json& rest);

/// Prints `json` and the end of its line; indented by `indent`, −1: on one line. Bytes that are not UTF-8
/// are as escaped_text() has them.
void print_json_object(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace attnlab
