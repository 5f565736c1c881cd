// Where the panels of the window go: pure arithmetic.
#pragma once

#include "app/state/app_state.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// What there is to share out. Lengths in pixels.
struct FrameSpace {
  Box area;          ///< the window below the menu bar
  float em = 15;     ///< height of the UI font
  float gap = 6;     ///< between panels, and around them
  float tokens = 0;  ///< height that the token bar would like
  float edits = 0;   ///< height that the bar of edits would like; 0: it is not shown
  bool has_encoder = false;
  Screen screen;
};

/// A length that the user can drag, with its limits.
struct PanelSize {
  float size = 0, least = 0, most = 0, standard = 0;
};

/// The panels, none of which overlap. An empty box is a panel that is not shown.
struct FramePlan {
  Box tokens, edits, map, stage, inspector, filmstrip, training;
  PanelSize map_width, inspector_width, bottom_height, training_width;
};

/// Shares the window out. Where it is too small the panels shrink, then the map, the inspector and the
/// filmstrip give way to the stage, in this order.
FramePlan plan_frame(const FrameSpace& space);

}  // namespace attnlab
