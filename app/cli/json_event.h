// JSON events: the kinds of lines that train and sweep print with --json, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attnlab {

/// One kind of event.
struct JsonEvent {
  std::string_view name;   ///< the value of its "event"
  std::string_view about;  ///< its other members, and when it is printed; a message
};

/// The events as the end of a subcommand's help.
std::string events_help(std::span<const JsonEvent> events);

}  // namespace attnlab
