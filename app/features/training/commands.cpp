// Commands of the view Training: the search for a learning rate.
#include "app/features/training/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"

namespace attnlab::commands {
namespace {

/// One that goes on ends, and another begins at the newest state that is kept.
void find_rate_from_now(Target& d, const Arguments&, const Limits&) {
  ++d.state.choices.of<TrainingChoice>().rate_search;
  d.state.choices.of<TrainingChoice>().part = "rate";
}

void say_rate_search(const StateChange& c, Commands& out) {
  if (c.to.choices.of<TrainingChoice>().rate_search > 0 &&
      c.from.choices.of<TrainingChoice>().rate_search == 0)
    out.push_back({"train.find_rate", {}});
}

}  // namespace

std::span<const Entry> rates() {
  static constexpr Entry kEntries[] = {
      {{"train.find_rate", "", "try rising learning rates on a copy of the run", Sender::Lessons, Undo::None},
       find_rate_from_now},
  };
  return kEntries;
}

extern const StatePart kRateSearchPart = {.name = "the search for a learning rate", .say = say_rate_search};

}  // namespace attnlab::commands
