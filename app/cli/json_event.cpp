// JSON events as help.
#include "app/cli/json_event.h"

#include "app/cli/help.h"

namespace attnlab {

std::string events_help(std::span<const JsonEvent> events) {
  std::vector<HelpRow> rows;
  for (const JsonEvent& event : events) rows.push_back({event.name, std::string(event.about)});
  return "With --json each line is an object with an \"event\":\n" + help_rows(rows);
}

}  // namespace attnlab
