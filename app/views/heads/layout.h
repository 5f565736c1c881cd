// Where the heads of the grid go. Pure.
#pragma once

#include <imgui.h>

namespace attnlab {

/// All lengths in pixels.
struct HeadsSpace {
  float width = 0, height = 0;  ///< to fit into
  int groups = 1, layers = 1, heads = 1;
  float em = 15;
  float row_label = 0;  ///< width of the layers' names
};

struct HeadsPlan {
  int columns = 1;     ///< groups side by side
  float thumb = 0;     ///< side of a thumbnail
  float badge = 0;     ///< height of the line below it
  float gap = 0;       ///< between heads, and above the first layer
  float heading = 0;   ///< height of a group's title with the heads' numbers
  ImVec2 group{0, 0};  ///< size of a group with the gap after it
  ImVec2 total{0, 0};

  /// Top left corner of a head's thumbnail, from the grid's; the last layer stands at the top, as in the map.
  ImVec2 place(int group, int layer_from_top, int head, float row_label) const;
};

/// Thumbnails as large as fits, within limits; what cannot fit is as small as can be recognised.
HeadsPlan plan_heads(const HeadsSpace& space);

/// The same for `count` heads in reading order, each with a line above it too; `columns` is how many stand
/// side by side.
struct FlowPlan {
  int columns = 1;
  float thumb = 0, badge = 0, gap = 0, label = 0;
  ImVec2 place(int number) const;
  float height(int count) const;
};
FlowPlan plan_flow(float width, float height, int count, float em);

}  // namespace attnlab
