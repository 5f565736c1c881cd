// Past steps: which one is on screen, going to another, and playing them back.
#pragma once

#include <optional>
#include <string>

#include "app/views/common/views.h"

namespace attnlab {

/// Whether past steps are kept.
bool has_timeline(const ViewModel& model);

/// The step that is looked at: a past one, or the newest.
Index step_on_screen(const ViewModel& model);

/// Whether a kept step is older than the one on screen.
bool can_go_back(const ViewModel& model);

/// Ends the playing back and looks at `step`.
void go_to_step(const ViewModel& model, Index step, const Emit& emit);

/// The loss of the batch after which the weights were those of `step`; nothing before the first.
std::optional<double> loss_at(const Record& record, Index step);

/// The run on screen.
const RunView& shown_run(const ViewModel& model);

/// "learning rate 0.1 → 0.2": options and changes as people say them.
std::string spoken(std::string_view text);

/// Once a frame: while past steps are played, goes on to the next of them.
void play_timeline(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
