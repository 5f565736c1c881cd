// A line between two panels that can be dragged.
#pragma once

#include <optional>

namespace attnlab {

/// The size after a double-click: as if nobody had chosen one.
inline constexpr float kStandardSize = 0;

/// A vertical divider stands between left and right, a horizontal one between above and below.
enum class Divider { Vertical, Horizontal };

/// All lengths in pixels.
struct SplitterOptions {
  Divider divider = Divider::Vertical;
  float least = 0, most = 0;  ///< limits of the panel's size
  float length = 0;           ///< of the divider
  bool panel_after = false;   ///< the divider sizes the panel after it, not the one before
};

/// Draws a divider at the cursor. Returns the new size of a panel beside it that is `size` pixels now, within
/// the limits, in a frame in which the divider is dragged or moved by arrows; kStandardSize after a
/// double-click; nothing while nobody moves it.
std::optional<float> splitter(const char* name, float size, const SplitterOptions& options);

/// Thickness of a divider, in pixels.
float splitter_thickness();

}  // namespace attnlab
