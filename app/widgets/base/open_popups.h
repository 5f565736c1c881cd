// Open popups: how menus, lists and dialogs over the window lie in it, for scripts.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/base/box.h"

namespace attnlab {

/// A popup of the last frame with its parts that scroll by themselves. Lengths in pixels.
struct OpenPopup {
  Box box;
  Box window;       ///< in which it has to lie
  float cut = 0;    ///< width of the content that lies beyond its edge, and cannot be scrolled to
  float below = 0;  ///< the same of its height
};

/// The popups of the last frame, the lowest first.
std::vector<OpenPopup> open_popups();

/// Before ImGui::NewFrame(): forgets popups that were opened, but that nobody has drawn. ImGui 1.86 takes it
/// for granted at Escape that the topmost popup was drawn.
void forget_undrawn_popups();

/// "none", "within", or what is wrong with the first that does not lie well: "12 px beyond the right edge",
/// "8 px of its width cut", "30 px of its height cut".
std::string popups_text(const std::vector<OpenPopup>& popups);

}  // namespace attnlab
