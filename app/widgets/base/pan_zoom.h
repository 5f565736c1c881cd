// Pan and zoom: which part of a large drawing is visible. Pure.
#pragma once

#include <imgui.h>

#include "app/widgets/base/box.h"

namespace attnlab {

/// A zoom of 1 shows the whole drawing, a larger zoom a part. The centre of the view is a fraction of the
/// drawing, so that it is the same in views of any size.
struct PanZoom {
  float zoom = 1;
  float x = 0.5f, y = 0.5f;
  friend bool operator==(const PanZoom&, const PanZoom&) = default;
};

/// A drawing of some size seen in a box of the screen.
class SeenThrough {
 public:
  /// `size`: positive, in the drawing's own units. A drawing smaller than the view is centred; of a larger
  /// one, the view shows nothing outside it.
  SeenThrough(PanZoom look, ImVec2 size, const Box& view);

  /// The look after clamping to the drawing.
  const PanZoom& look() const { return look_; }
  /// Pixels per unit.
  float scale() const { return scale_; }

  ImVec2 screen(ImVec2 at) const { return {origin_.x + at.x * scale_, origin_.y + at.y * scale_}; }
  Box screen(const Box& box) const { return {screen(box.min), screen(box.max)}; }
  ImVec2 drawing(ImVec2 pixel) const {
    return {(pixel.x - origin_.x) / scale_, (pixel.y - origin_.y) / scale_};
  }

  /// The look `factor` times as large, at most `most`, with the same point of the drawing under `pixel` where
  /// possible.
  PanZoom zoomed(float factor, ImVec2 pixel, float most) const;
  /// The look moved with the pointer by `by` pixels.
  PanZoom dragged(ImVec2 by) const;
  /// The look moved the least distance that shows the box, or the middle of a box larger than the view.
  PanZoom showing(const Box& box) const;

 private:
  PanZoom around(ImVec2 middle, float zoom) const;

  PanZoom look_;
  ImVec2 size_, origin_;
  Box view_;
  float scale_ = 1;
};

}  // namespace attnlab
