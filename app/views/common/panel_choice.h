// PanelChoice: whether the window has room for one panel, or for one beside the stage.
#pragma once

namespace attnlab {

/// Written before the panels of a frame are drawn.
struct PanelChoice {
  bool offered = false;  ///< the panels are offered, as not all have room
  bool in_menu = false;  ///< by the menu bar
  bool stage = true;     ///< the stage is seen, whatever is chosen
};

}  // namespace attnlab
