// Pan and zoom: which part of a large drawing is seen. Pure.
#pragma once

#include <imgui.h>

#include "app/widgets/base/box.h"

namespace attnlab {

/// A zoom of 1 shows the whole drawing, larger ones a part of it. What is in the middle of the view is told
/// in shares of the drawing, so that it stays there in views of any size.
struct PanZoom {
  float zoom = 1;
  float x = 0.5f, y = 0.5f;
  friend bool operator==(const PanZoom&, const PanZoom&) = default;
};

/// A drawing of some size seen in a box of the screen.
class SeenThrough {
 public:
  /// `size` in the drawing's own units, more than nothing. Where the drawing is smaller than the view, it
  /// stands in the middle; else no more than the drawing is seen.
  SeenThrough(PanZoom look, ImVec2 size, const Box& view);

  /// What is really seen, kept within the drawing.
  const PanZoom& look() const { return look_; }
  /// Pixels to one unit.
  float scale() const { return scale_; }

  ImVec2 screen(ImVec2 at) const { return {origin_.x + at.x * scale_, origin_.y + at.y * scale_}; }
  Box screen(const Box& box) const { return {screen(box.min), screen(box.max)}; }
  ImVec2 drawing(ImVec2 pixel) const {
    return {(pixel.x - origin_.x) / scale_, (pixel.y - origin_.y) / scale_};
  }

  /// `factor` times as large, at most `most`, with the same point of the drawing under `pixel` where it can
  /// stay.
  PanZoom zoomed(float factor, ImVec2 pixel, float most) const;
  /// Moved with the pointer: by so many pixels.
  PanZoom dragged(ImVec2 by) const;
  /// Moved as little as brings the box into sight, or its middle where it is larger than the view.
  PanZoom showing(const Box& box) const;

 private:
  PanZoom around(ImVec2 middle, float zoom) const;

  PanZoom look_;
  ImVec2 size_, origin_;
  Box view_;
  float scale_ = 1;
};

}  // namespace attnlab
