// PanelChoice: whether the window has room for one panel, or for one beside the stage.
#pragma once

namespace attnlab {

/// Written before the panels of a frame are drawn.
struct PanelChoice {
  bool offered = false;  ///< a line offers the panels, as not all have room
  bool stage = true;     ///< the stage is seen, whatever is chosen
};

}  // namespace attnlab
