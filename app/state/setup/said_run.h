// Said run: the commands that train the run on screen anew, up to its step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/commands/state_part.h"
#include "app/state/runs/opening.h"
#include "app/state/view_model.h"

namespace attnlab {

/// The run on screen.
struct ShownOne {
  const OpenModel& model;
  const RunView& run;
};

/// The weights on screen: those of the past step that the state looks at, or the newest.
SnapshotPtr snapshot_on_screen(const ShownOne& shown, const AppState& state);

/// Why no commands make this run anew, in one line: it was opened from a file, learns a text of one's own, or
/// was changed while it trained; "" where they do.
std::string why_run_is_unsaid(const ShownOne& shown);

/// "run.of PRESET seed=N OPTION=VALUE …". Throws std::invalid_argument with one line, as
/// why_run_is_unsaid(). `left_out`: a seed that need not be said.
Command say_run(const ShownOne& shown, std::optional<Index> left_out);

/// The command that brings the run to a step.
Command train_to(Index step, const TrainingView& training);

/// Commands that bring the run to the step on screen, and before that to the one whose weights are compared
/// with. Throws std::invalid_argument where those are not the weights of a step of this run.
Commands say_step(const ShownOne& shown, const AppState& state);

}  // namespace attnlab
