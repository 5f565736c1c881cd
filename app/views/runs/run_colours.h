// The colors of runs, the same in every view.
#pragma once

#include <string>

#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// A run's colour, by the order in which runs were opened; one for all seeds of a sweep's combination.
Colour run_colour(const RunView& run);
/// Of what is held out, where there is one run, and of a run that is not open; no open run has the same.
Colour held_out_colour();

/// "run 2 · post-norm": a run's name on screen.
std::string run_label(const RunView& run);
/// A run's name for a legend, without a long part.
std::string short_run_label(const RunView& run);

}  // namespace attnlab
