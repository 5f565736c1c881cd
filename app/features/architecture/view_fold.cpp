// Cuts a map between layers and moves its parts.
#include "app/features/architecture/view_fold.h"

#include <algorithm>

namespace attnlab {
namespace {

// In pixels of the map: between two columns, and above and below them for the arrows.
constexpr float kFoldGutter = 28, kFoldMargin = 14;

/// One column: the part of the high map from `top` to `bottom`, and its place in the folded map.
struct FoldedPart {
  float top, bottom;
  ImVec2 by;
};

class Fold {
 public:
  Fold(const ModelMap& map, int columns) {
    const std::size_t layers = map.layers.size(), count = static_cast<std::size_t>(columns);
    const std::size_t each = (layers + count - 1) / count;
    float bottom = map.size.y;
    for (std::size_t above = each; above < layers; above += each) {
      const float cut = map.layers[above - 1].box.min.y;
      parts_.push_back({cut, bottom, {}});
      bottom = cut;
    }
    parts_.push_back({0, bottom, {}});
    step_ = map.size.x + kFoldGutter;
    float highest = 0;
    for (const FoldedPart& part : parts_) highest = std::max(highest, part.bottom - part.top);
    base_ = highest + kFoldMargin;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      parts_[i].by = {step_ * static_cast<float>(i), base_ - parts_[i].bottom};
    size = {step_ * static_cast<float>(parts_.size()) - kFoldGutter, base_ + kFoldMargin};
  }

  std::size_t part_of(float y) const {
    std::size_t i = 0;
    while (i + 1 < parts_.size() && y <= parts_[i].top) ++i;
    return i;
  }
  void move(Box& box) const {
    const ImVec2 by = parts_[part_of(box.centre().y)].by;
    box.min = {box.min.x + by.x, box.min.y + by.y};
    box.max = {box.max.x + by.x, box.max.y + by.y};
  }
  ImVec2 moved(ImVec2 at) const {
    const ImVec2 by = parts_[part_of(at.y)].by;
    return {at.x + by.x, at.y + by.y};
  }
  /// An arrow across a cut goes up, over to the gutter, down, and to the next column's first block.
  void move(MapArrow& arrow) const {
    const std::size_t from = part_of(arrow.points.front().y), to = part_of(arrow.points.back().y);
    for (ImVec2& p : arrow.points) p = moved(p);
    if (from == to) return;
    const ImVec2 start = arrow.points.front(), end = arrow.points.back();
    const float gutter = step_ * static_cast<float>(to) - kFoldGutter / 2,
                above = parts_[from].top + parts_[from].by.y - kFoldMargin / 2,
                below = base_ + kFoldMargin / 2;
    arrow.points = {start, {start.x, above}, {gutter, above}, {gutter, below}, {end.x, below}, end};
  }

  ImVec2 size;

 private:
  std::vector<FoldedPart> parts_;
  float step_ = 0, base_ = 0;
};

}  // namespace

int best_columns(const ModelMap& map, float aspect) {
  int best = 1;
  float largest = std::min(aspect / map.size.x, 1 / map.size.y);
  for (int columns = 2; aspect > 0 && columns <= static_cast<int>(map.layers.size()); ++columns) {
    const ImVec2 size = Fold(map, columns).size;
    const float scale = std::min(aspect / size.x, 1 / size.y);
    if (scale > largest * 1.1f) best = columns, largest = scale;
  }
  return best;
}

ModelMap folded(const ModelMap& map, int columns) {
  if (columns <= 1) return map;
  const Fold fold(map, columns);
  ModelMap result = map;
  for (MapBlock& b : result.blocks) fold.move(b.box);
  for (MapHead& h : result.heads) fold.move(h.box);
  for (MapBadge& b : result.badges) fold.move(b.box);
  for (MapLayer& l : result.layers) fold.move(l.box), fold.move(l.label);
  for (MapText& t : result.texts) fold.move(t.box);
  for (MapArrow& a : result.arrows) fold.move(a);
  result.size = fold.size;
  return result;
}

}  // namespace attnlab
