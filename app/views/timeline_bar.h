// The timeline: past steps to go back to, their names, and what was changed on the way.
// Script names: timeline (the bar), timeline.previous, timeline.play, timeline.next, timeline.newest,
// timeline.pin, timeline.branch.
#pragma once

#include <optional>
#include <string>

#include "app/views/views.h"
#include "app/widgets/draw.h"

namespace attnlab {

/// Whether past steps are kept.
bool has_timeline(const ViewModel& model);

/// The step that is looked at: a past one, or the newest.
Index step_on_screen(const ViewModel& model);

/// The loss of the batch after which the weights were those of `step`; nothing before the first.
std::optional<double> loss_at(const Record& record, Index step);

/// "learning rate 0.1 → 0.2": a change as people say it.
std::string spoken_change(std::string text);

/// Buttons and the bar in one line at the cursor, `width` wide and as high as a button.
void draw_timeline(const ViewModel& model, float width, const Emit& emit);

/// Pins and changes over a plot whose x axis, from `lo` to `hi`, counts steps.
void draw_timeline_marks(const ViewModel& model, const Box& plot, double lo, double hi);

/// Once a frame: while past steps are played, goes on to the next of them.
void play_timeline(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
