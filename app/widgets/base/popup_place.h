// The places of popups: below their openers, within the window.
#pragma once

#include "app/widgets/base/box.h"

namespace attnlab {

/// The place of a popup: its corner `pivot` (0 left and top, 1 right and bottom) lies at `at`; its size is at
/// most `most`, in pixels.
struct PopupPlace {
  ImVec2 at, pivot, most;
  /// The box of a popup of this size.
  Box box(ImVec2 size) const;
};

/// Below `opener`, or above it where there is more room, growing to the side that has more room; `gap` pixels
/// away from it and from the edges of `window`.
PopupPlace popup_place(const Box& opener, const Box& window, float gap);

/// Puts the next popup below `opener`. Call before ImGui::BeginPopup().
PopupPlace place_next_popup(const Box& opener);

}  // namespace attnlab
