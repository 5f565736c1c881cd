// The timeline: the kept past steps, their names, and the changes made in the run.
// Script names: timeline (the bar), timeline.previous, timeline.play, timeline.next, timeline.newest,
// timeline.pin, timeline.branch.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Draws buttons and the bar in one line at the cursor, `width` wide and as high as a button.
void draw_timeline(const ViewModel& model, float width, const Emit& emit);

/// Draws pins and changes over a plot whose x axis, from `lo` to `hi`, counts steps.
void draw_timeline_marks(const ViewModel& model, const Box& plot, double lo, double hi);

}  // namespace attnlab
