// JSON events as help.
#include "app/cli/json_event.h"

#include "app/cli/help.h"
#include "core/language/messages.h"

namespace attnlab {

std::string events_help(std::span<const JsonEvent> events) {
  std::vector<HelpRow> rows;
  for (const JsonEvent& event : events) rows.push_back({event.name, std::string(tr(event.about))});
  return tr("With --json, each line is an object with an \"event\":") + std::string("\n") + help_rows(rows);
}

}  // namespace attnlab
