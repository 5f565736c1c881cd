// The classes of a text or picture with their probabilities.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Draws a bar per class, in columns that fill `box` (the most probable first where not all fit), the right
/// class in the colour of success. A press explains the probability. Script names: classes[0,ID]. Draws
/// nothing where the trace has no classes. Returns the height used.
float draw_class_list(const ViewModel& model, const Box& box, const Emit& emit);

}  // namespace attnlab
