// Boxes: rectangles on screen.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace attnlab {

/// A rectangle on screen, in pixels.
struct Box {
  ImVec2 min{0, 0}, max{0, 0};
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 size() const { return {width(), height()}; }
  ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
  bool empty() const { return width() <= 0 || height() <= 0; }
  bool operator==(const Box& other) const {
    return min.x == other.min.x && min.y == other.min.y && max.x == other.max.x && max.y == other.max.y;
  }
};

inline Box box_at(ImVec2 p, ImVec2 size) { return {p, {p.x + size.x, p.y + size.y}}; }

/// `width` rounded up to whole pixels. A sum that should be whole counts as whole, whatever the processor's
/// rounding error.
inline float whole_width(float width) { return std::ceil(width - 0.01f); }

inline Box grown(const Box& b, float by) {
  return {{b.min.x - by, b.min.y - by}, {b.max.x + by, b.max.y + by}};
}

inline Box intersection(const Box& a, const Box& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

}  // namespace attnlab
