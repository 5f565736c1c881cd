// JSON lines: how train and sweep print their events and the numbers in them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/cli/json_event.h"

namespace attnlab {

/// null for what is not finite.
nlohmann::ordered_json finite_or_null(double value);

/// Prints {"event": NAME, …}, with the members of `rest`, as a line, and has it arrive.
void print_event(const JsonEvent& event, const nlohmann::ordered_json& rest);

}  // namespace attnlab
