// Pan and zoom: from the drawing to the screen and back.
#include "app/widgets/base/pan_zoom.h"

#include <algorithm>

namespace attnlab {
namespace {

/// The centre of the visible part of an axis, as a fraction of the axis: at least half a view from either
/// end, or the centre of the axis where the view is larger.
float clamped_centre(float middle, float seen) {
  return seen >= 1 ? 0.5f : std::clamp(middle, seen / 2, 1 - seen / 2);
}

/// How far [low, high] must move to lie in [from, to]; a longer interval is centred.
float needed(float low, float high, float from, float to) {
  if (high - low > to - from) return (from + to) / 2 - (low + high) / 2;
  return low < from ? from - low : std::min(to - high, 0.0f);
}

}  // namespace

SeenThrough::SeenThrough(PanZoom look, ImVec2 size, const Box& view) : size_(size), view_(view) {
  const float whole = std::min(view.width() / size.x, view.height() / size.y);
  look_.zoom = std::max(look.zoom, 1.0f);
  scale_ = whole * look_.zoom;
  look_.x = clamped_centre(look.x, view.width() / (size.x * scale_));
  look_.y = clamped_centre(look.y, view.height() / (size.y * scale_));
  const ImVec2 centre = view.centre();
  origin_ = {centre.x - look_.x * size.x * scale_, centre.y - look_.y * size.y * scale_};
}

PanZoom SeenThrough::around(ImVec2 middle, float zoom) const {
  return SeenThrough({zoom, middle.x / size_.x, middle.y / size_.y}, size_, view_).look();
}

PanZoom SeenThrough::zoomed(float factor, ImVec2 pixel, float most) const {
  const float zoom = std::clamp(look_.zoom * factor, 1.0f, most);
  const float scale = scale_ * zoom / look_.zoom;
  const ImVec2 fixed = drawing(pixel), centre = view_.centre();
  return around({fixed.x + (centre.x - pixel.x) / scale, fixed.y + (centre.y - pixel.y) / scale}, zoom);
}

PanZoom SeenThrough::dragged(ImVec2 by) const {
  const ImVec2 centre = view_.centre();
  return around(drawing({centre.x - by.x, centre.y - by.y}), look_.zoom);
}

PanZoom SeenThrough::showing(const Box& box) const {
  const Box now = screen(box);
  return dragged({needed(now.min.x, now.max.x, view_.min.x, view_.max.x),
                  needed(now.min.y, now.max.y, view_.min.y, view_.max.y)});
}

}  // namespace attnlab
