// Label places: a grid over the view holds what is taken, so that a test looks at few boxes.
#include "app/widgets/plots/label_places.h"

#include <array>

namespace attnlab {
namespace {

bool overlap(const Box& a, const Box& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

class TakenBoxes {
 public:
  TakenBoxes(const Box& view, float cell)
      : view_(view),
        cell_(std::max(cell, 4.0f)),
        columns_(static_cast<int>(view.width() / cell_) + 1),
        rows_(static_cast<int>(view.height() / cell_) + 1),
        cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

  bool is_free(const Box& box) const {
    bool free = true;
    each_cell(box, [&](std::size_t cell) {
      for (const Box& taken : cells_[cell]) free = free && !overlap(taken, box);
    });
    return free;
  }
  void take(const Box& box) {
    each_cell(box, [&](std::size_t cell) { cells_[cell].push_back(box); });
  }

 private:
  int column(float x) const {
    return std::clamp(static_cast<int>((x - view_.min.x) / cell_), 0, columns_ - 1);
  }
  int row(float y) const { return std::clamp(static_cast<int>((y - view_.min.y) / cell_), 0, rows_ - 1); }
  void each_cell(const Box& box, const auto& visit) const {
    for (int r = row(box.min.y); r <= row(box.max.y); ++r)
      for (int c = column(box.min.x); c <= column(box.max.x); ++c)
        visit(static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(c));
  }

  Box view_;
  float cell_;
  int columns_, rows_;
  std::vector<std::vector<Box>> cells_;
};

/// To the right, to the left, above, below.
std::array<Box, 4> places_of(ImVec2 point, float width, const LabelRoom& room) {
  const float h = room.height, gap = room.gap;
  return {box_at({point.x + gap, point.y - h / 2}, {width, h}),
          box_at({point.x - gap - width, point.y - h / 2}, {width, h}),
          box_at({point.x - width / 2, point.y - gap - h}, {width, h}),
          box_at({point.x - width / 2, point.y + gap}, {width, h})};
}

bool is_within(const Box& box, const Box& view) {
  return box.min.x >= view.min.x && box.min.y >= view.min.y && box.max.x <= view.max.x &&
         box.max.y <= view.max.y;
}

}  // namespace

std::vector<PlacedLabel> place_labels(std::span<const ImVec2> points, std::span<const std::size_t> order,
                                      const LabelRoom& room, const std::function<float(std::size_t)>& width) {
  std::vector<PlacedLabel> placed;
  TakenBoxes taken(room.view, room.height);
  const auto fits = [&](const Box& box) { return is_within(box, room.view) && taken.is_free(box); };
  for (const std::size_t point : order) {
    if (placed.size() == room.most) break;
    const ImVec2 at = points[point];
    const Box dot = grown({at, at}, room.dot);
    if (!room.view.contains(at) || !taken.is_free(dot)) continue;
    // Where not even half a letter fits, nothing is measured.
    const auto least = places_of(at, room.height / 2, room);
    if (std::ranges::none_of(least, fits)) continue;
    const auto wanted = places_of(at, width(point), room);
    const auto found = std::ranges::find_if(wanted, fits);
    if (found == wanted.end()) continue;
    placed.push_back({point, *found});
    taken.take(*found);
    taken.take(dot);
  }
  return placed;
}

}  // namespace attnlab
