// Label places: where the labels of points stand, so that none lies on another. Pure.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/widgets/base/box.h"

namespace attnlab {

/// A label that has a place, by the number of its point.
struct PlacedLabel {
  std::size_t point = 0;
  Box box;
};

/// The room of labels, in pixels.
struct LabelRoom {
  Box view;                ///< all of a label lies in it
  float height = 16;       ///< of a label
  float gap = 4;           ///< from a point to its label
  float dot = 3;           ///< radius of a point; no label lies on a labelled point
  std::size_t most = 400;  ///< labels
};

/// Greedy: each point, in the given order, has its label to the right, to the left, above or below, the first
/// of these places that is free; or none. `width` is asked for a point's width only where some place may be
/// free. Points outside of the view have no label.
std::vector<PlacedLabel> place_labels(std::span<const ImVec2> points, std::span<const std::size_t> order,
                                      const LabelRoom& room, const std::function<float(std::size_t)>& width);

}  // namespace attnlab
