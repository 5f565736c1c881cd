// Said choices: the commands that change one state into another, tried before they are given.
#pragma once

#include <string>
#include <vector>

#include "app/state/commands/dispatcher.h"
#include "app/state/commands/state_part.h"

namespace attnlab {

struct SaidChoices {
  Commands commands;
  std::vector<const StatePart*> parts;  ///< that the commands say, each once
  std::string unsaid;  ///< what no command says, translated: "your own picture"; "": all is said
};

/// The commands that change `from` into `to`, as the dispatcher would apply them to the pass on screen.
/// Weights to compare with and past steps are the run's, and are left as `to` has them.
SaidChoices say_choices(const AppState& from, const AppState& to, const Limits& limits,
                        const Dispatcher& dispatcher);

/// A state without what belongs to nobody's choice: ways back, counters, what is not on the stage.
AppState chosen_of(AppState state, const Limits& limits);

}  // namespace attnlab
