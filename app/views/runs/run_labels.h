// The names of runs on screen.
#pragma once

#include <string>

#include "app/state/view_model.h"

namespace attnlab {

/// "run 2 · post-norm": a run's name on screen.
std::string run_label(const RunView& run);
/// A run's name for a legend, without a long part.
std::string short_run_label(const RunView& run);

}  // namespace attnlab
