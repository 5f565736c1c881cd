// Tabs above the stage.
#pragma once

#include <span>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// One view, or the left of two views; the right of two views.
enum class Pane { First, Second };

/// Draws a line of tabs for the views of the model, in groups. Groups that do not fit become buttons with a
/// list. If not even the group of the view fits, all views are one list.
void draw_view_tabs(const ViewModel& model, Pane pane, const Emit& emit);

/// The tabs of one group, in their order.
struct TabGroup {
  const ViewGroup* group = nullptr;
  std::vector<const Feature*> tabs;
};

/// The views in groups: neighbors of the same group are together.
std::vector<TabGroup> tab_groups(std::span<const Feature* const> views);

/// Widths of one group in pixels.
struct TabWidths {
  float open = 0;    ///< of its tabs side by side
  float folded = 0;  ///< of the button in their place
};

/// For each group whether it is open: group `chosen` always, the others from the first on while all fits into
/// `room` pixels. Empty if not even the chosen group fits beside the buttons of the others.
std::vector<bool> open_groups(std::span<const TabWidths> widths, std::size_t chosen, float room);

}  // namespace attnlab
