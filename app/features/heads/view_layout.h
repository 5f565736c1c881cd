// The places of the heads in the grid. Pure.
#pragma once

#include <imgui.h>

namespace attnlab {

/// All lengths in pixels.
struct HeadsSpace {
  float width = 0, height = 0;  ///< available
  int groups = 1, layers = 1, heads = 1;
  float em = 15;
  float row_label = 0;  ///< width of the layers' names, and of tokens beside the first head
  float col_label = 0;  ///< height of tokens above the first layer
};

struct HeadsPlan {
  int columns = 1;     ///< groups side by side
  ImVec2 thumb{0, 0};  ///< size of a thumbnail
  float badge = 0;     ///< height of the line below it
  float gap = 0;       ///< between heads, and above the first layer
  float heading = 0;   ///< height of a group's title with the heads' numbers
  ImVec2 group{0, 0};  ///< size of a group with the gap after it
  ImVec2 total{0, 0};

  /// Top left corner of a head's thumbnail, relative to the grid; the last layer is at the top, as in the
  /// map.
  ImVec2 place(int group, int layer_from_top, int head, float row_label) const;
};

/// Thumbnails as large as fits, within limits, and up to 1.6 times as wide as high or as high as
/// wide; at least as large as is recognizable.
HeadsPlan plan_heads(const HeadsSpace& space);

/// The plan for `count` heads in reading order, each with a line above of at most `label` pixels; `columns`
/// heads are side by side.
struct FlowPlan {
  int columns = 1;
  float thumb = 0, badge = 0, gap = 0, label = 0;
  ImVec2 place(int number) const;
  float height(int count) const;
};
FlowPlan plan_flow(float width, float height, int count, float em, float label = 0);

}  // namespace attnlab
